/** The grain of a wooden board: long, faint, slightly waved strokes, the same every time. */
export function grain(pen: CanvasRenderingContext2D, pixels: number): void {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < 260; i++) {
    const x = random() * pixels;
    const sway = () => (random() - 0.5) * pixels * 0.02;
    pen.strokeStyle = `rgba(${random() < 0.5 ? "90,50,15" : "255,225,175"},${0.02 + random() * 0.05})`;
    pen.lineWidth = (1 + random() * 7) * (pixels / 2048);
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.bezierCurveTo(x + sway(), pixels / 3, x + sway(), (2 * pixels) / 3, x + sway(), pixels);
    pen.stroke();
  }
}

/** Offers the grain to the style sheet as an image over the board's colour. */
export function installGrain(): void {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1024;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  grain(pen, canvas.width);
  canvas.toBlob(blob => {
    if (blob) document.documentElement.style.setProperty("--grain", `url("${URL.createObjectURL(blob)}")`);
  });
}
