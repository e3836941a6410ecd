ALTER TYPE "public"."proposal_kind" ADD VALUE 'line_credit';--> statement-breakpoint
ALTER TABLE "second_admin_thresholds" DROP CONSTRAINT "second_admin_thresholds_no_policy";--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "credited_line_id" bigint;--> statement-breakpoint
CREATE INDEX "statement_lines_tokens_index" ON "statement_lines" USING gin ("tokens");--> statement-breakpoint
CREATE INDEX "statement_lines_text_index" ON "statement_lines" USING gin ((lower("statement_lines"."description" || ' ' || coalesce("statement_lines"."reference", ''))) extensions.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "statement_lines_amount_index" ON "statement_lines" USING btree ("amount","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transactions_credited_line_unique" ON "wallet_transactions" USING btree ("credited_line_id");--> statement-breakpoint
ALTER TABLE "second_admin_thresholds" ADD CONSTRAINT "second_admin_thresholds_no_policy" CHECK ("second_admin_thresholds"."kind"::text not in ('policy', 'line_credit'));--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_only_deposits_of_lines" CHECK ("wallet_transactions"."credited_line_id" is null or "wallet_transactions"."transaction_type" = 'credit');