import { useState } from 'react';
import { maxAmountPaise, readAmount } from '../../lib/money.ts';

/** Rupees (server/domain/README.md#inputs-of-screens). */
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
  type(manual: string): void;
}

const fresh: StakeState = { preset: 10, count: 1, manual: '' };

/**
 * State of the stake: a preset times a multiplier of at least 1, or a typed amount. Typing clears preset and
 * multiplier; choosing a preset clears the typed amount.
 */
export function useStake(): Stake {
  const [state, setState] = useState(fresh);
  const totalPaise = totalOf(state);
  return {
    ...state,
    totalPaise,
    choosePreset: (preset) => setState(({ count }) => ({ preset, count, manual: '' })),
    more: () =>
      setState((now) =>
        totalOf({ ...now, count: now.count + 1 }) > maxAmountPaise ? now : { ...now, count: now.count + 1 },
      ),
    fewer: () => setState((now) => ({ ...now, count: Math.max(1, now.count - 1) })),
    type: (manual) => setState({ preset: null, count: 1, manual }),
  };
}

function totalOf({ preset, count, manual }: StakeState): bigint {
  if (preset === null) return readAmount(manual) ?? 0n;
  return BigInt(preset) * 100n * BigInt(count);
}
