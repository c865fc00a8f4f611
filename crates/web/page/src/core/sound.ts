/** Synthesised sounds: a stone is a short burst of filtered noise over a low tone. */
import { sound } from "./settings";

let context: AudioContext | null = null;

export function stoneSound(captures = 0): void {
  play(at => {
    knock(at, 1);
    for (let i = 0; i < Math.min(captures, 6); i++) knock(at + 0.09 + i * 0.045, 0.35);
  });
}

export function passSound(): void {
  play(at => tone(at, 330, 0.12, 0.05));
}

export function endSound(): void {
  play(at => {
    tone(at, 392, 0.25, 0.06);
    tone(at + 0.16, 523, 0.4, 0.06);
  });
}

function play(make: (at: number) => void): void {
  if (!sound.peek() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  // Browsers block audio before the first interaction with the page.
  if (context.state === "suspended") {
    if (!navigator.userActivation?.hasBeenActive) return;
    void context.resume();
  }
  make(context.currentTime + 0.005);
}

function knock(at: number, loudness: number): void {
  if (!context) return;
  const length = 0.07;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / samples.length);
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 1900 + Math.random() * 500;
  filter.Q.value = 1.1;
  noise.connect(filter).connect(volume(at, 0.5 * loudness, length));
  noise.start(at);
  tone(at, 190, 0.06, 0.22 * loudness);
}

function tone(at: number, frequency: number, length: number, loudness: number): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  oscillator.frequency.value = frequency;
  oscillator.connect(volume(at, loudness, length));
  oscillator.start(at);
  oscillator.stop(at + length + 0.05);
}

function volume(at: number, loudness: number, length: number): GainNode {
  const gain = (context as AudioContext).createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect((context as AudioContext).destination);
  return gain;
}
