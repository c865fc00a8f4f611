/**
 * The board in perspective, in three.js: a block of wood with lines, stones that fall into place, a light that casts
 * shadows, and an orbiting camera. A point is one unit wide, and the centre of the board is the origin.
 */
import {
  AmbientLight,
  BufferGeometry,
  CanvasTexture,
  CircleGeometry,
  Color,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  PlaneGeometry,
  Raycaster,
  RingGeometry,
  Scene as ThreeScene,
  ShadowMaterial,
  SphereGeometry,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
  BoxGeometry,
  type Material,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { columnName, indexOf, stars } from "../core/points";
import type { Theme } from "../core/settings";
import { grain } from "./grain";
import { paint, signs, type Sign } from "./signs";
import { mayPlace, type BoardView } from "./view";

/** Pointer events on the board. */
export interface SceneEvents {
  hover(index: number | null): void;
  click(index: number): void;
}

const STONE_HEIGHT = 0.2;
const BOARD_HEIGHT = 0.9;
const FALL_FROM = 2.2;
const FALL_MS = 260;
/** A pointer that moves further than this between down and up has turned the camera; otherwise it was a click. */
const CLICK_DISTANCE = 6;

interface Falling {
  mesh: Mesh;
  since: number;
}

export class Scene {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new ThreeScene();
  private readonly camera = new PerspectiveCamera(38, 1, 0.1, 200);
  private readonly controls: OrbitControls;
  private readonly lamp = new DirectionalLight(0xfff4e2, 2.4);
  private readonly stone = stoneGeometry();
  private readonly black = new MeshPhysicalMaterial({ color: 0x17171a, roughness: 0.42, clearcoat: 0.25 });
  private readonly white = new MeshPhysicalMaterial({ color: 0xf4f1ea, roughness: 0.28, clearcoat: 0.5 });
  private readonly deadBlack = faint(this.black);
  private readonly deadWhite = faint(this.white);
  private readonly ghostMaterial = new MeshStandardMaterial({ transparent: true, opacity: 0.45 });
  private readonly ghost = new Mesh(this.stone, this.ghostMaterial);
  private readonly ring = flat(new RingGeometry(0.34, 0.42, 40), 0x2f7d62);
  private readonly lastMark = flat(new RingGeometry(0.15, 0.22, 40), 0xd2502f);
  private readonly hintMark = flat(new RingGeometry(0.3, 0.4, 40), 0x2f7d62);
  private stones = new Map<number, { mesh: Mesh; sign: number }>();
  /** The geometry of all signs, and the material of each: drawn once. */
  private readonly signGeometry = new PlaneGeometry(1, 1);
  private readonly signMaterials = new Map<string, MeshBasicMaterial>();
  private marks: Mesh<BufferGeometry, Material>[] = [];
  private falling: Falling[] = [];
  private board: Mesh | null = null;
  private size = 0;
  private view: BoardView | null = null;
  private cursor: number | null = null;
  private frame = 0;
  private pressed: { x: number; y: number } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly events: SceneEvents,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    this.controls.maxPolarAngle = Math.PI / 2.15;
    this.controls.addEventListener("change", this.draw);
    this.lamp.castShadow = true;
    this.lamp.shadow.mapSize.set(2048, 2048);
    this.lamp.shadow.bias = -0.0006;
    this.ghost.visible = this.ring.visible = this.lastMark.visible = this.hintMark.visible = false;
    const table = new Mesh(new PlaneGeometry(200, 200), new ShadowMaterial({ opacity: 0.22 }));
    table.rotation.x = -Math.PI / 2;
    table.position.y = -BOARD_HEIGHT;
    table.receiveShadow = true;
    this.scene.add(new AmbientLight(0xffffff, 1.5), this.lamp, this.lamp.target, table);
    this.scene.add(this.ghost, this.ring, this.lastMark, this.hintMark);
    canvas.addEventListener("pointerdown", this.onDown);
    canvas.addEventListener("pointerup", this.onUp);
    canvas.addEventListener("pointermove", this.onMove);
    canvas.addEventListener("pointerleave", this.onLeave);
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.placeCamera();
    this.draw();
  }

  show(view: BoardView): void {
    this.view = view;
    const { size, stones, last } = view.position;
    const isNew = size !== this.size;
    if (isNew) this.buildBoard(size);
    const dead = new Set(view.dead.map(name => indexOf(name, size)));
    stones.forEach((sign, index) => this.setStone(index, sign, dead.has(index), isNew));
    const showing = view.line.length > 0;
    this.placeOn(this.lastMark, last === null || showing ? null : indexOf(last, size), true);
    this.placeOn(this.hintMark, view.pointedAt === null ? null : indexOf(view.pointedAt, size), false);
    this.drawMarks(view);
    this.setCursor(this.cursor);
  }

  /** Puts the cursor on a point. */
  setCursor(index: number | null): void {
    this.cursor = index;
    const view = this.view;
    const on = index !== null && view !== null && index < this.size * this.size;
    const free = on && mayPlace(view, index);
    this.ghost.visible = free;
    if (free) {
      this.ghostMaterial.color = new Color(view.toPlay === "black" ? 0x111114 : 0xffffff);
      this.ghost.position.copy(this.at(index)).setY(STONE_HEIGHT);
    }
    this.placeOn(this.ring, on && !free ? index : null, true);
    this.draw();
  }

  setTheme(theme: Theme): void {
    const block = this.board?.material;
    if (!Array.isArray(block)) return;
    const top = block[2];
    if (top instanceof MeshStandardMaterial) {
      top.map?.dispose();
      top.map = boardTexture(this.size, theme);
      top.needsUpdate = true;
    }
    const wood = new Color(woodColor(theme));
    for (const side of block) if (side !== top && side instanceof MeshStandardMaterial) side.color = wood;
    this.draw();
  }

  /** Turns the camera, in radians, and scales its distance: below 1 is nearer. */
  moveCamera(around: number, over: number, nearer: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const distance = offset.length() * nearer;
    const polar = Math.acos(offset.y / offset.length());
    const azimuth = Math.atan2(offset.x, offset.z) + around;
    const tilt = Math.min(this.controls.maxPolarAngle, Math.max(0.02, polar + over));
    const far = Math.min(this.controls.maxDistance, Math.max(this.controls.minDistance, distance));
    offset
      .set(Math.sin(tilt) * Math.sin(azimuth), Math.cos(tilt), Math.sin(tilt) * Math.cos(azimuth))
      .multiplyScalar(far);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
  }

  /** Where a point is on the canvas, from its top left. */
  screen(index: number): { x: number; y: number } {
    const at = this.at(index).setY(STONE_HEIGHT).project(this.camera);
    const { width, height } = this.canvas.getBoundingClientRect();
    return { x: ((at.x + 1) / 2) * width, y: ((1 - at.y) / 2) * height };
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.canvas.removeEventListener("pointerdown", this.onDown);
    this.canvas.removeEventListener("pointerup", this.onUp);
    this.canvas.removeEventListener("pointermove", this.onMove);
    this.canvas.removeEventListener("pointerleave", this.onLeave);
    this.controls.dispose();
    for (const material of this.signMaterials.values()) {
      material.map?.dispose();
      material.dispose();
    }
    this.renderer.dispose();
  }

  private buildBoard(size: number): void {
    this.size = size;
    for (const { mesh } of this.stones.values()) this.scene.remove(mesh);
    this.stones.clear();
    this.falling = [];
    if (this.board) this.scene.remove(this.board);
    const theme = (document.documentElement.dataset.theme ?? "wood") as Theme;
    const wood = new MeshStandardMaterial({ color: woodColor(theme), roughness: 0.75 });
    const top = new MeshStandardMaterial({ map: boardTexture(size, theme), roughness: 0.7 });
    const width = size + 1.4;
    this.board = new Mesh(new BoxGeometry(width, BOARD_HEIGHT, width), [wood, wood, top, wood, wood, wood]);
    this.board.position.y = -BOARD_HEIGHT / 2;
    this.board.receiveShadow = this.board.castShadow = true;
    this.scene.add(this.board);
    const reach = size * 0.85;
    this.lamp.position.set(-size * 0.55, size * 1.3, size * 0.25);
    Object.assign(this.lamp.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, far: size * 4 });
    this.lamp.shadow.camera.updateProjectionMatrix();
    this.controls.minDistance = size * 0.8;
    this.controls.maxDistance = size * 4;
    this.placeCamera();
  }

  /** Places the camera far enough away to show the whole board. */
  private placeCamera(): void {
    if (this.size === 0) return;
    const narrow = Math.max(1, 1.12 / this.camera.aspect);
    const distance = (this.size + 2.4) * 1.52 * narrow;
    this.camera.position.set(0, distance * 0.83, distance * 0.56);
    this.controls.target.set(0, STONE_HEIGHT, this.size * 0.045);
    this.controls.update();
  }

  private setStone(index: number, sign: number, dead: boolean, still: boolean): void {
    const known = this.stones.get(index);
    if (known && known.sign !== sign) {
      this.scene.remove(known.mesh);
      this.stones.delete(index);
    }
    if (sign === 0) return;
    const material = sign > 0 ? (dead ? this.deadBlack : this.black) : dead ? this.deadWhite : this.white;
    const stone = this.stones.get(index);
    if (stone) {
      stone.mesh.material = material;
      return;
    }
    const mesh = new Mesh(this.stone, material);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.position.copy(this.at(index)).setY(STONE_HEIGHT);
    this.scene.add(mesh);
    this.stones.set(index, { mesh, sign });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still && !calm) this.falling.push({ mesh, since: performance.now() });
  }

  /** Draws ownership and preferences as small discs, and the signs above them. */
  private drawMarks(view: BoardView): void {
    for (const mesh of this.marks) {
      this.scene.remove(mesh);
      if (mesh.geometry === this.signGeometry) continue;
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.marks = [];
    const { stones } = view.position;
    view.owners?.forEach((value, index) => {
      if (Math.abs(value) < 0.15 || Math.sign(stones[index] ?? 0) === Math.sign(value)) return;
      this.tile(index, 0.2 + 0.1 * Math.abs(value), value > 0 ? 0x111111 : 0xffffff, 0.9);
    });
    const most = Math.max(...(view.heat ?? []), 1e-9);
    view.heat?.forEach((value, index) => {
      if (value / most > 0.05 && stones[index] === 0)
        this.tile(index, 0.15 + 0.3 * Math.sqrt(value / most), 0xc2571f, 0.25 + (0.5 * value) / most);
    });
    for (const sign of signs(view)) this.drawSign(sign);
  }

  private drawSign(sign: Sign): void {
    const key = `${sign.kind} ${sign.text}`;
    let material = this.signMaterials.get(key);
    if (!material) {
      const map = new CanvasTexture(paint(sign));
      map.colorSpace = SRGBColorSpace;
      map.anisotropy = 8;
      material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
      this.signMaterials.set(key, material);
    }
    const mesh = new Mesh<BufferGeometry, Material>(this.signGeometry, material);
    mesh.rotation.x = -Math.PI / 2;
    mesh.renderOrder = 1;
    this.placeOn(mesh, sign.index, true);
    mesh.position.y += 0.01;
    this.marks.push(mesh);
    this.scene.add(mesh);
  }

  private tile(index: number, radius: number, color: number, opacity: number): void {
    const tile = flat(new CircleGeometry(radius, 24), color, opacity);
    this.placeOn(tile, index, true);
    this.marks.push(tile);
    this.scene.add(tile);
  }

  /** Places a flat mesh on a point, or on its stone. */
  private placeOn(mesh: Mesh, index: number | null, onStones: boolean): void {
    mesh.visible = index !== null;
    if (index === null) return;
    const stone = onStones && this.stones.has(index);
    mesh.position.copy(this.at(index)).setY(stone ? STONE_HEIGHT * 2 + 0.015 : 0.015);
  }

  private at(index: number): Vector3 {
    const middle = (this.size - 1) / 2;
    return new Vector3((index % this.size) - middle, 0, Math.floor(index / this.size) - middle);
  }

  private readonly draw = (): void => {
    if (this.frame === 0) this.frame = requestAnimationFrame(this.render);
  };

  private readonly render = (now: number): void => {
    this.frame = 0;
    this.falling = this.falling.filter(({ mesh, since }) => {
      const share = Math.min(1, Math.max(0, (now - since) / FALL_MS));
      mesh.position.y = STONE_HEIGHT + FALL_FROM * (1 - share * share);
      return share < 1;
    });
    this.renderer.render(this.scene, this.camera);
    if (this.falling.length > 0) this.draw();
  };

  private readonly onDown = (event: PointerEvent): void => {
    this.pressed = { x: event.clientX, y: event.clientY };
  };

  private readonly onUp = (event: PointerEvent): void => {
    const from = this.pressed;
    this.pressed = null;
    if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_DISTANCE) return;
    const index = this.pick(event);
    if (index !== null) this.events.click(index);
  };

  private readonly onMove = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") this.events.hover(this.pressed ? null : this.pick(event));
  };

  private readonly onLeave = (): void => this.events.hover(null);

  private pick(event: PointerEvent): number | null {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const hit = ray.ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -STONE_HEIGHT), new Vector3());
    if (!hit) return null;
    const middle = (this.size - 1) / 2;
    const x = Math.round(hit.x + middle);
    const y = Math.round(hit.z + middle);
    return x < 0 || y < 0 || x >= this.size || y >= this.size ? null : y * this.size + x;
  }
}

function stoneGeometry(): BufferGeometry {
  return new SphereGeometry(0.48, 40, 24).scale(1, STONE_HEIGHT / 0.48, 1);
}

function faint(material: MeshPhysicalMaterial): MeshPhysicalMaterial {
  const copy = material.clone();
  copy.transparent = true;
  copy.opacity = 0.4;
  return copy;
}

function flat(geometry: BufferGeometry, color: number, opacity = 1): Mesh<BufferGeometry, Material> {
  const mesh = new Mesh<BufferGeometry, Material>(
    geometry,
    new MeshBasicMaterial({ color, transparent: opacity < 1, opacity }),
  );
  mesh.rotation.x = -Math.PI / 2;
  return mesh;
}

function woodColor(theme: Theme): number {
  return { wood: 0xd3a468, plain: 0xd8cbb4, dark: 0x6f5a42, contrast: 0xffffff }[theme];
}

/** The top of the board: grain, lines, stars and coordinates, drawn once. */
function boardTexture(size: number, theme: Theme): CanvasTexture {
  const pixels = 2048;
  const unit = pixels / (size + 1.4);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.fillStyle = `#${woodColor(theme).toString(16)}`;
    pen.fillRect(0, 0, pixels, pixels);
    if (theme === "wood" || theme === "dark") grain(pen, pixels);
    pen.strokeStyle = pen.fillStyle = theme === "contrast" ? "#000" : "#2b1c0e";
    pen.lineWidth = Math.max(2, unit / 28);
    const line = (i: number) => unit * (1.2 + i);
    for (let i = 0; i < size; i++) {
      pen.beginPath();
      pen.moveTo(line(0), line(i));
      pen.lineTo(line(size - 1), line(i));
      pen.moveTo(line(i), line(0));
      pen.lineTo(line(i), line(size - 1));
      pen.stroke();
    }
    for (const star of stars(size)) {
      pen.beginPath();
      pen.arc(line(star % size), line(Math.floor(star / size)), unit * 0.1, 0, 7);
      pen.fill();
    }
    pen.font = `${unit * 0.34}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let i = 0; i < size; i++) {
      pen.fillText(columnName(i), line(i), line(size - 1) + unit * 0.82);
      pen.fillText(String(size - i), unit * 0.4, line(i));
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}
