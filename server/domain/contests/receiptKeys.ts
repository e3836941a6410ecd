import { desc } from 'drizzle-orm';
import { receiptKeys } from '../../../db/schema/settings.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** A public key of receipts. */
export interface ReceiptKey {
  /** C2SP's `name+id+key`. */
  vkey: string;
  createdAt: Date;
}

/** Every key with which receipts have been signed, newest first. */
export async function listReceiptKeys(ctx: Context): Promise<ReceiptKey[]> {
  authorize(ctx, 'contest:read');
  return ctx.db.select().from(receiptKeys).orderBy(desc(receiptKeys.createdAt));
}
