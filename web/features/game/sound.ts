import { useSyncExternalStore } from 'react';

const key = 'tickSound';
const listeners = new Set<() => void>();
let context: AudioContext | null = null;

/** Whether the last seconds tick; stored in the browser, on by default. */
export function useSound(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => localStorage.getItem(key) !== 'off',
  );
}

export function setSound(on: boolean): void {
  localStorage.setItem(key, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** Plays one tick. Browsers block sound until the user has interacted with the page. */
export function tick(): void {
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  const at = context.currentTime;
  oscillator.frequency.value = 1100;
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.08);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.09);
}
