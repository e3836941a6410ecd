import type { Place } from '../../../platform/keyring.ts';

/** The place (authenticated data) of each kind of stored secret. Changing one makes stored values undecryptable. */
export function checkpointPlace(chainId: bigint, index: number): Place {
  return ['chain_checkpoints', 'seed', String(chainId), String(index)];
}

/** A body is bound to its recipient and subject: with another recipient it doesn't decrypt. */
export function mailBodyPlace({ recipient, subject, createdAt }: MailIdentity): Place {
  return ['mails', 'body', recipient, subject, createdAt.toISOString()];
}

interface MailIdentity {
  readonly recipient: string;
  readonly subject: string;
  readonly createdAt: Date;
}

export function secretPlace(name: string): Place {
  return ['server_secrets', 'value', name];
}

/** A secret is bound to its account: at another it doesn't decrypt. */
export function secondFactorPlace({ userId, createdAt }: { userId: bigint; createdAt: Date }): Place {
  return ['second_factors', 'secret', String(userId), createdAt.toISOString()];
}
