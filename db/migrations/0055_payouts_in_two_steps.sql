ALTER TYPE "public"."proposal_kind" ADD VALUE 'payout_return';--> statement-breakpoint
ALTER TYPE "public"."transaction_status" ADD VALUE 'approved';--> statement-breakpoint
ALTER TYPE "public"."transaction_status" ADD VALUE 'returned';--> statement-breakpoint
ALTER TYPE "public"."transfer_kind" ADD VALUE 'withdrawal_returned';--> statement-breakpoint
ALTER TABLE "second_admin_thresholds" DROP CONSTRAINT "second_admin_thresholds_no_policy";--> statement-breakpoint
ALTER TABLE "wallet_transactions" DROP CONSTRAINT "wallet_transactions_two_admins";--> statement-breakpoint
ALTER TABLE "wallet_transactions" DROP CONSTRAINT "wallet_transactions_decided_has_instant";--> statement-breakpoint
ALTER TABLE "wallet_transactions" DROP CONSTRAINT "wallet_transactions_payout_claim_form";--> statement-breakpoint
DROP INDEX "statement_lines_transaction_unique";--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "approved_by" bigint;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "returned_by" bigint;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_returned_by_users_id_fk" FOREIGN KEY ("returned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wallet_transactions_to_pay_index" ON "wallet_transactions" USING btree ("id") WHERE "wallet_transactions"."approved_at" is not null and "wallet_transactions"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "wallet_transactions_returned_index" ON "wallet_transactions" USING btree ("player_id","returned_at","id") WHERE "wallet_transactions"."returned_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_transaction_unique" ON "statement_lines" USING btree ("transaction_id","direction");--> statement-breakpoint
ALTER TABLE "second_admin_thresholds" ADD CONSTRAINT "second_admin_thresholds_no_policy" CHECK ("second_admin_thresholds"."kind"::text not in ('policy', 'line_credit', 'payout_return'));--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_approved_fields" CHECK (("wallet_transactions"."approved_at" is null) = ("wallet_transactions"."approved_by" is null)
       and ("wallet_transactions"."approved_at" is null or "wallet_transactions"."transaction_type" = 'debit' and "wallet_transactions"."status" not in ('pending', 'cancelled'))
       and ("wallet_transactions"."status"::text <> 'approved' or "wallet_transactions"."approved_at" is not null));--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_returned_fields" CHECK (("wallet_transactions"."returned_at" is null) = ("wallet_transactions"."returned_by" is null)
       and ("wallet_transactions"."status"::text = 'returned') = ("wallet_transactions"."returned_at" is not null)
       and ("wallet_transactions"."returned_at" is null or "wallet_transactions"."transaction_type" = 'debit'));--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_two_admins" CHECK ("wallet_transactions"."proposed_by" <> coalesce("wallet_transactions"."approved_by", "wallet_transactions"."decided_by"));--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_decided_has_instant" CHECK (("wallet_transactions"."status"::text in ('pending', 'approved')) = ("wallet_transactions"."decided_at" is null));--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_payout_claim_form" CHECK ("wallet_transactions"."payout_claim" is null
       or ("wallet_transactions"."payout_claim" ~ '^[0-9A-Z]{4,35}$' and "wallet_transactions"."transaction_type" = 'debit' and "wallet_transactions"."status"::text in ('success', 'returned')));--> statement-breakpoint
-- They propose a payout together with its bank reference; from here on an approval comes before the payment.
UPDATE "proposals" SET "status" = 'lapsed', "decided_at" = greatest(now(), "created_at") WHERE "kind" = 'payout' AND "status" = 'open';
