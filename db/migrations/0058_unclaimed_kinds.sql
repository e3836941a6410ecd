ALTER TYPE "public"."ledger_account_kind" ADD VALUE 'unclaimed';--> statement-breakpoint
ALTER TYPE "public"."transfer_kind" ADD VALUE 'unclaimed_receipt';--> statement-breakpoint
ALTER TYPE "public"."transfer_kind" ADD VALUE 'unclaimed_reversal';