ALTER TABLE "second_admin_thresholds" DROP CONSTRAINT "second_admin_thresholds_amount";--> statement-breakpoint
ALTER TABLE "second_admin_thresholds" ADD COLUMN "maker_day_amount" bigint;--> statement-breakpoint
ALTER TABLE "balance_corrections" ADD COLUMN "decided_alone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "decided_alone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "covering_line_id" bigint;--> statement-breakpoint
CREATE INDEX "balance_corrections_decided_alone_at_index" ON "balance_corrections" USING btree ("decided_alone_at") WHERE "balance_corrections"."decided_alone_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transactions_covering_line_unique" ON "wallet_transactions" USING btree ("covering_line_id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_decided_alone_at_index" ON "wallet_transactions" USING btree ("decided_alone_at") WHERE "wallet_transactions"."decided_alone_at" is not null;--> statement-breakpoint
ALTER TABLE "second_admin_thresholds" ADD CONSTRAINT "second_admin_thresholds_maker_day_amount" CHECK ("second_admin_thresholds"."maker_day_amount" is null or "second_admin_thresholds"."maker_day_amount" > 0 and "second_admin_thresholds"."kind" in ('payout', 'correction', 'deposit'));--> statement-breakpoint
ALTER TABLE "second_admin_thresholds" ADD CONSTRAINT "second_admin_thresholds_amount" CHECK ("second_admin_thresholds"."from_amount" >= 0 and ("second_admin_thresholds"."from_amount" = 0 or "second_admin_thresholds"."kind" in ('payout', 'correction', 'deposit')));--> statement-breakpoint
INSERT INTO "second_admin_thresholds" ("kind") VALUES ('deposit');
