CREATE TYPE "public"."denial_reason" AS ENUM('NOT_RECEIVED', 'AMOUNT_DIFFERS', 'PAID_BY_OTHERS', 'ALREADY_CREDITED', 'ACCOUNT_INVALID', 'ACCOUNT_NOT_OWN', 'CHECK_NEEDED', 'OTHER');--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "payout_claim" text;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "denial_reason" "denial_reason";--> statement-breakpoint
-- The references of earlier payouts are claimed too; where two have the same, the first keeps it. Decided requests are
-- guarded against changes.
ALTER TABLE "wallet_transactions" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "wallet_transactions" t SET "payout_claim" = first.claim
  FROM (SELECT DISTINCT ON (upper("payout_reference")) "id", upper("payout_reference") AS claim
          FROM "wallet_transactions"
         WHERE "transaction_type" = 'debit' AND "status" = 'success' AND upper("payout_reference") ~ '^[0-9A-Z]{4,35}$'
         ORDER BY upper("payout_reference"), "id") first
 WHERE first."id" = t."id";--> statement-breakpoint
ALTER TABLE "wallet_transactions" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transactions_payout_claim_unique" ON "wallet_transactions" USING btree ("payout_claim");--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_only_denials_have_reason" CHECK ("wallet_transactions"."denial_reason" is null or "wallet_transactions"."status" = 'failed');--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_payout_claim_form" CHECK ("wallet_transactions"."payout_claim" is null
       or ("wallet_transactions"."payout_claim" ~ '^[0-9A-Z]{4,35}$' and "wallet_transactions"."transaction_type" = 'debit' and "wallet_transactions"."status" = 'success'));