ALTER TABLE "wallet_transactions" ADD COLUMN "requested_amount" bigint;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "reopened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_requested_amount" CHECK ("wallet_transactions"."requested_amount" is null
       or ("wallet_transactions"."requested_amount" > 0 and "wallet_transactions"."requested_amount" <> "wallet_transactions"."amount"
           and "wallet_transactions"."transaction_type" = 'credit' and "wallet_transactions"."status" = 'success'));--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_only_deposits_reopened" CHECK ("wallet_transactions"."reopened_at" is null or "wallet_transactions"."transaction_type" = 'credit');