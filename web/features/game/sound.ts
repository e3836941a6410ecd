import { useSyncExternalStore } from 'react';
import { localStore } from '../../lib/storage.ts';

const key = 'tickSound';
const listeners = new Set<() => void>();
let context: AudioContext | null = null;

/** Whether the game sounds and vibrates; stored in the browser, on by default. */
export function useSound(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isOn);
}

export function setSound(on: boolean): void {
  localStore.set(key, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** One tick of the last seconds. */
export function tick(): void {
  if (isAudible()) tone(1100, 0, 0.08);
}

/** The player's result of a round: one tone and a short vibration; a second, higher tone only for a net win. */
export function signalOutcome(won: boolean): void {
  if (!isAudible()) return;
  tone(660, 0, 0.18);
  if (won) tone(990, 0.14, 0.24);
  navigator.vibrate?.(60);
}

/** A bet is sent: a vibration of 10 ms. */
export function signalBet(): void {
  if (isAudible()) navigator.vibrate?.(10);
}

function isOn(): boolean {
  return localStore.get(key) !== 'off';
}

/** Browsers block sound and vibration until the user has interacted with the page. */
function isAudible(): boolean {
  return isOn() && (navigator.userActivation?.hasBeenActive ?? false);
}

/** Times in seconds. */
function tone(frequency: number, after: number, lasting: number): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  const at = context.currentTime + after;
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasting);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + lasting + 0.01);
}
