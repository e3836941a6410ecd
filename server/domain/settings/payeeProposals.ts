import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { rawQuery, type Tx } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { propose, type Proposal } from '../proposals/proposal.ts';
import { payeeSubject, type Payee } from './payees.ts';

/** The changes of where players pay that may need a second admin. */
export type ProposedChange = 'ADDED' | 'ACTIVATED' | 'SHOWN';

/** The account itself, which a proposal holds in full. */
export type PayeeAccount = Pick<Payee, 'channel' | 'upiId' | 'accountNumber' | 'ifscCode' | 'accountHolderName'>;

const payloadForm = z.object({
  change: z.enum(['ADDED', 'ACTIVATED', 'SHOWN']),
  channel: z.enum(['upi', 'bank']),
  upiId: z.string().nullable(),
  accountNumber: z.string().nullable(),
  ifscCode: z.string().nullable(),
  accountHolderName: z.string().nullable(),
  reason: z.string(),
});

/** What a proposal of this kind says. */
export function proposedPayee({ payload }: Pick<Proposal, 'payload'>): z.output<typeof payloadForm> {
  return payloadForm.parse(payload);
}

/**
 * Proposes the change to the other admins. The caller holds a lock on the subject, which is the payee or, for a new one,
 * what `lockNewPayee` returns. Returns the events to publish after the commit.
 */
export async function proposePayee(
  tx: Tx,
  ctx: Context,
  { channel, upiId, accountNumber, ifscCode, accountHolderName }: PayeeAccount,
  { subjectId, change, reason }: { subjectId: bigint; change: ProposedChange; reason: string },
): Promise<DomainEvent[]> {
  const account = { channel, upiId, accountNumber, ifscCode, accountHolderName };
  const { events } = await propose(tx, ctx, {
    kind: 'payee',
    subjectId,
    subjectType: 'payee',
    subject: payeeSubject(account),
    payload: { change, ...account, reason },
    facts: { change, ...account },
    reason,
  });
  return events;
}

/**
 * Locks an account that isn't in the list yet until the transaction ends. Returns the subject of proposals to add it: a
 * negative number made from its name, while payees have positive ones.
 */
export async function lockNewPayee(tx: Tx, account: PayeeAccount): Promise<bigint> {
  const name = `payee:${account.channel}:${payeeSubject(account).toLowerCase()}:${account.ifscCode ?? ''}`;
  const [row] = await rawQuery<{ id: bigint }>(
    tx,
    sql`select id, pg_advisory_xact_lock(id) from (select -1 - (hashtextextended(${name}, 0) & 9223372036854775806) as id) name`,
  );
  if (row === undefined) throw new Error('a lock returned nothing');
  return row.id;
}
