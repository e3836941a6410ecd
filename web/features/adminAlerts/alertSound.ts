import { useSyncExternalStore } from 'react';
import { readSession } from '../../apollo/sessionStore.ts';
import { localStore } from '../../lib/storage.ts';

const listeners = new Set<() => void>();
let context: AudioContext | null = null;

/** Each admin's own choice in this browser, which stays when they sign out. */
const key = () => `alertSound:${readSession()?.user.userId ?? ''}`;
const isOn = () => localStore.get(key()) === 'on';

/** Whether alerts sound in this browser for this admin; off until it is switched on. */
export function useAlertSound(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isOn);
}

/** Switching it on plays the sound once, which is also the interaction that browsers want before a page may sound. */
export function setAlertSound(on: boolean): void {
  localStore.set(key(), on ? 'on' : 'off');
  for (const listener of listeners) listener();
  if (on) playAlert();
}

/** Two tones, falling. Nothing while it is off, and until the user has interacted with the page. */
export function playAlert(): void {
  if (!isOn() || !(navigator.userActivation?.hasBeenActive ?? false) || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  tone(context, 880, 0);
  tone(context, 660, 0.22);
}

/** Times in seconds. */
function tone(audio: AudioContext, frequency: number, after: number): void {
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  const at = audio.currentTime + after;
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0.2, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.45);
}
