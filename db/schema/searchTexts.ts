import { sql } from 'drizzle-orm';

/** What names a deposit or withdrawal, in lower case: exactly the expression of its trigram index. */
export const transactionText = sql`lower(coalesce("wallet_transactions"."reference", '') || ' ' || coalesce("wallet_transactions"."payout_reference", '') || ' ' || coalesce("wallet_transactions"."upi_id", '') || ' ' || coalesce("wallet_transactions"."account_number", ''))`;

/** What names a user, in lower case: exactly the expression of its trigram index. */
export const memberText = sql`lower("users"."name" || ' ' || "users"."email" || ' ' || "users"."uid")`;
