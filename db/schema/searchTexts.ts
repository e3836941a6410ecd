import { sql } from 'drizzle-orm';

/** What names a deposit or withdrawal, in lower case: exactly the expression of its trigram index. */
export const transactionText = sql`lower(coalesce("wallet_transactions"."reference", '') || ' ' || coalesce("wallet_transactions"."reference_key", '') || ' ' || coalesce("wallet_transactions"."payout_reference", '') || ' ' || coalesce("wallet_transactions"."upi_id", '') || ' ' || coalesce("wallet_transactions"."account_number", ''))`;

/** What a bank wrote in a line, in lower case: exactly the expression of its trigram index. */
export const statementText = sql`lower("statement_lines"."description" || ' ' || coalesce("statement_lines"."reference", ''))`;

/** What names a user, in lower case: exactly the expression of its trigram index. */
export const memberText = sql`lower("users"."name" || ' ' || "users"."email" || ' ' || "users"."uid")`;

/** A ticket's own words, in lower case: exactly the expression of its trigram index. */
export const ticketText = sql`lower("tickets"."title" || ' ' || "tickets"."description")`;

/** When a ticket's player began to wait for an answer, `infinity` if answered: must equal the expression of the index. */
export const waitingOrder = sql`coalesce("tickets"."waiting_since", 'infinity'::timestamptz)`;

/** A chat message, in lower case: exactly the expression of its trigram index. */
export const messageText = sql`lower("ticket_messages"."message")`;

/** Rows of the audit log that are decisions about a person: exactly the condition of their index. */
export const aboutPerson = sql`"audit_log"."subject_type" = 'user' and "audit_log"."action" not in ('session:open', 'session:refuse', 'member:read', 'member:note', 'account:export')`;
