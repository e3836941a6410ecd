ALTER TABLE "transfers" DROP CONSTRAINT "transfers_debit_account_id_ledger_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "transfers" DROP CONSTRAINT "transfers_credit_account_id_ledger_accounts_id_fk";
