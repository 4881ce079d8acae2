// A few short synthesised sounds. Nothing is loaded; browsers allow sound only after the first tap.
import { settings } from "./settings.svelte";

export type Sound = "card" | "coin" | "seal" | "turn" | "win";

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === "undefined") return null;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A decaying tone that glides from one pitch to another. */
function tone(
  audio: AudioContext,
  at: number,
  from: number,
  to: number,
  long: number,
  loud: number,
  type: OscillatorType = "sine",
): void {
  const voice = new OscillatorNode(audio, { type, frequency: from });
  const volume = new GainNode(audio, { gain: 0 });
  voice.frequency.exponentialRampToValueAtTime(to, at + long);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + long);
  voice.connect(volume).connect(audio.destination);
  voice.start(at);
  voice.stop(at + long);
}

/** Paper and wax: a short burst of filtered noise. */
function rustle(audio: AudioContext, at: number, height: number, long: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 2;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: height, Q: 0.8 });
  noise
    .connect(filter)
    .connect(new GainNode(audio, { gain: loud }))
    .connect(audio.destination);
  noise.start(at);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  card: (audio, at) => rustle(audio, at, 2600, 0.09, 0.22),
  coin: (audio, at) => {
    tone(audio, at, 2100, 2050, 0.14, 0.05, "triangle");
    tone(audio, at + 0.06, 2750, 2700, 0.2, 0.045, "triangle");
  },
  seal: (audio, at) => {
    rustle(audio, at, 900, 0.06, 0.5);
    rustle(audio, at + 0.07, 3200, 0.16, 0.2);
  },
  turn: (audio, at) => {
    tone(audio, at, 587, 585, 0.28, 0.08);
    tone(audio, at + 0.12, 880, 878, 0.4, 0.07);
  },
  win: (audio, at) =>
    [523, 659, 784, 1047].forEach((height, n) => tone(audio, at + n * 0.11, height, height, 0.6, 0.07, "triangle")),
};

export function play(sound: Sound): void {
  const audio = ready();
  if (audio) SOUNDS[sound](audio, audio.currentTime + 0.01);
}
