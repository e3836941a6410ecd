import { useSyncExternalStore } from 'react';
import { personalKey } from '../../apollo/sessionStore.ts';
import { maxAmountPaise, moneyOf, readAmount } from '../../lib/money.ts';
import { localStore } from '../../lib/storage.ts';

/** Rupees (web/pages/README.md#inputs-of-screens). */
export const presets = [10, 100, 1000, 10_000] as const;
export type Preset = (typeof presets)[number];

interface StakeState {
  readonly preset: Preset | null;
  readonly count: number;
  readonly manual: string;
}

export interface Stake extends StakeState {
  /** The whole stake in paise: preset × count, or the amount typed. */
  readonly totalPaise: bigint;
  choosePreset(preset: Preset): void;
  more(): void;
  fewer(): void;
  double(): void;
  /** The whole of this amount of paise, at most what one bet may be. */
  all(paise: bigint): void;
  type(manual: string): void;
}

const fresh: StakeState = { preset: 10, count: 1, manual: '' };
const listeners = new Set<() => void>();
let read: { readonly stored: string | null; readonly state: StakeState } = { stored: null, state: fresh };

/**
 * The player's stake: a preset times a multiplier of at least 1, or a typed amount. Typing clears preset and multiplier;
 * choosing a preset clears the typed amount. Kept in the browser for each player, and the same wherever it is shown.
 */
export function useStake(): Stake {
  const state = useSyncExternalStore(listen, readState);
  return {
    ...state,
    totalPaise: totalOf(state),
    choosePreset: (preset) => keep({ preset, count: 1, manual: '' }),
    more: () => keepPossible({ ...state, count: state.count + 1 }),
    fewer: () => keep({ ...state, count: Math.max(1, state.count - 1) }),
    double: () =>
      keepPossible(state.preset === null ? typed(totalOf(state) * 2n) : { ...state, count: state.count * 2 }),
    all: (paise) => keep(typed(paise > maxAmountPaise ? maxAmountPaise : paise)),
    type: (manual) => keep({ preset: null, count: 1, manual }),
  };
}

function typed(paise: bigint): StakeState {
  return { preset: null, count: 1, manual: moneyOf(paise).replace(/\.00$/, '') };
}

function totalOf({ preset, count, manual }: StakeState): bigint {
  if (preset === null) return readAmount(manual) ?? 0n;
  return BigInt(preset) * 100n * BigInt(count);
}

function keepPossible(state: StakeState): void {
  if (totalOf(state) <= maxAmountPaise) keep(state);
}

function keep(state: StakeState): void {
  localStore.set(key(), JSON.stringify(state));
  for (const listener of listeners) listener();
}

function readState(): StakeState {
  const stored = localStore.get(key());
  if (stored !== read.stored) read = { stored, state: parse(stored) };
  return read.state;
}

/** What is stored, or a fresh stake where it isn't one. */
function parse(stored: string | null): StakeState {
  try {
    const { preset, count, manual } = JSON.parse(stored ?? 'null') as StakeState;
    const known = presets.find((one) => one === preset) ?? null;
    const state = { preset: known, count, manual: known === null ? manual : '' };
    const possible = Number.isSafeInteger(count) && count >= 1 && typeof manual === 'string';
    return possible && totalOf(state) <= maxAmountPaise ? state : fresh;
  } catch {
    return fresh;
  }
}

function key(): string {
  return personalKey('stake');
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
