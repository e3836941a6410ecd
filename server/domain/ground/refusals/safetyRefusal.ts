import type { Paise } from '../../../../db/columns.ts';
import { DomainError } from './errors.ts';

/** Refusals by what players have set for themselves (server/domain/safety/README.md#playing-safely). */
export type SafetyCode = LimitCode | 'TIME_OUT' | 'SELF_EXCLUDED' | 'REALITY_CHECK';
type LimitCode = 'STAKE_LIMIT' | 'LOSS_LIMIT' | 'DEPOSIT_LIMIT';

export interface SafetyBounds {
  /** When it ends; null: never, or when a reality check is answered. */
  until: Date | null;
  /** What a limit still allows until then. */
  remainingPaise?: Paise | undefined;
  /** In place of the code's own message. */
  message?: string;
}

const messages: Record<SafetyCode, string> = {
  STAKE_LIMIT: 'This is more than your limit on stakes allows.',
  LOSS_LIMIT: 'This is more than your limit on losses allows.',
  DEPOSIT_LIMIT: 'This is more than your limit on deposits allows.',
  TIME_OUT: 'You are taking a time-out.',
  SELF_EXCLUDED: 'You have excluded yourself from playing.',
  REALITY_CHECK: 'Answer the reality check to play on.',
};

/** The refusal, whose detail gives its end and, for a limit, what is still possible. */
export function safetyRefusal(code: SafetyCode, { until, remainingPaise, message }: SafetyBounds): Error {
  return new DomainError(code, message ?? messages[code], {
    until,
    remainingPaise: remainingPaise ?? null,
    detail: detailOf(code, until, remainingPaise),
  });
}

function detailOf(code: SafetyCode, until: Date | null, remaining: Paise | undefined): string {
  if (code === 'REALITY_CHECK') return 'until you answer it';
  const end = until === null ? 'for ever' : `until ${until.toISOString()}`;
  if (remaining === undefined) return end;
  const left = remaining > 0n ? remaining : 0n;
  return `at most ${left / 100n}.${String(left % 100n).padStart(2, '0')} ${end}`;
}
