import type { Place } from '../platform/keyring.ts';

/** Where each secret that is stored belongs: it decrypts nowhere else. Changing one makes what is stored unreadable. */
export function checkpointPlace(chainId: bigint, index: number): Place {
  return ['chain_checkpoints', 'seed', String(chainId), String(index)];
}

/** A body belongs to its recipient and subject: sent to anybody else it would not decrypt. */
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
