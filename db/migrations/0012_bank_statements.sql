CREATE TYPE "public"."statement_format" AS ENUM('csv', 'camt053', 'mt940');--> statement-breakpoint
CREATE TYPE "public"."statement_line_state" AS ENUM('matched', 'proposed', 'unmatched', 'set_aside');--> statement-breakpoint
CREATE TABLE "statement_balances" (
	"payee_id" bigint NOT NULL,
	"day" date NOT NULL,
	"opening" bigint,
	"closing" bigint,
	CONSTRAINT "statement_balances_pkey" PRIMARY KEY("payee_id","day")
);
--> statement-breakpoint
CREATE TABLE "statement_banks" (
	"name" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statement_banks_name_length" CHECK (char_length("statement_banks"."name") between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "statement_day_transactions" (
	"transaction_id" bigint PRIMARY KEY NOT NULL,
	"payee_id" bigint NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_days" (
	"payee_id" bigint NOT NULL,
	"day" date NOT NULL,
	"opening" bigint NOT NULL,
	"money_in" bigint NOT NULL,
	"money_out" bigint NOT NULL,
	"closing" bigint NOT NULL,
	"ledger_opening" bigint NOT NULL,
	"ledger_in" bigint NOT NULL,
	"ledger_out" bigint NOT NULL,
	"set_aside" bigint NOT NULL,
	"ledger_closing" bigint NOT NULL,
	"drift" bigint NOT NULL,
	"reason" text,
	"closed_by" bigint NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statement_days_pkey" PRIMARY KEY("payee_id","day"),
	CONSTRAINT "statement_days_add_up" CHECK ("statement_days"."ledger_closing" = "statement_days"."ledger_opening" + "statement_days"."ledger_in" - "statement_days"."ledger_out" + "statement_days"."set_aside"
       and "statement_days"."drift" = "statement_days"."closing" - "statement_days"."ledger_closing"),
	CONSTRAINT "statement_days_drift_has_reason" CHECK ("statement_days"."drift" = 0 or coalesce(char_length("statement_days"."reason"), 0) between 10 and 500)
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payee_id" bigint NOT NULL,
	"statement_id" bigint NOT NULL,
	"day" date NOT NULL,
	"at" timestamp (3) with time zone,
	"direction" "transaction_type" NOT NULL,
	"amount" bigint NOT NULL,
	"description" text NOT NULL,
	"reference" text,
	"tokens" text[] NOT NULL,
	"line_hash" "bytea" NOT NULL,
	"ordinal" smallint NOT NULL,
	"state" "statement_line_state" DEFAULT 'unmatched' NOT NULL,
	"transaction_id" bigint,
	"reason" text,
	"decided_by" bigint,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statement_lines_amount_positive" CHECK ("statement_lines"."amount" > 0),
	CONSTRAINT "statement_lines_ordinal_positive" CHECK ("statement_lines"."ordinal" > 0),
	CONSTRAINT "statement_lines_state_fields" CHECK (("statement_lines"."state" in ('matched', 'proposed')) = ("statement_lines"."transaction_id" is not null)
       and ("statement_lines"."state" = 'set_aside') = ("statement_lines"."reason" is not null)
       and ("statement_lines"."state" <> 'set_aside' or "statement_lines"."decided_by" is not null)),
	CONSTRAINT "statement_lines_reason_length" CHECK (char_length("statement_lines"."reason") between 3 and 500),
	CONSTRAINT "statement_lines_description_length" CHECK (char_length("statement_lines"."description") <= 500)
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payee_id" bigint NOT NULL,
	"format" "statement_format" NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" "bytea" NOT NULL,
	"line_count" integer NOT NULL,
	"new_count" integer NOT NULL,
	"imported_by" bigint NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statements_file_name_length" CHECK (char_length("statements"."file_name") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "credit_claim" text;--> statement-breakpoint
ALTER TABLE "statement_balances" ADD CONSTRAINT "statement_balances_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_day_transactions" ADD CONSTRAINT "statement_day_transactions_transaction_id_wallet_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."wallet_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_days" ADD CONSTRAINT "statement_days_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_days" ADD CONSTRAINT "statement_days_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_transaction_id_wallet_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."wallet_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_day_transactions_day_index" ON "statement_day_transactions" USING btree ("payee_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_position_unique" ON "statement_lines" USING btree ("payee_id","day","line_hash","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_transaction_unique" ON "statement_lines" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_credit_unique" ON "statement_lines" USING btree ("reference") WHERE "statement_lines"."state" = 'matched' and "statement_lines"."direction" = 'credit';--> statement-breakpoint
CREATE INDEX "statement_lines_state_index" ON "statement_lines" USING btree ("payee_id","state","id");--> statement-breakpoint
CREATE INDEX "statement_lines_day_index" ON "statement_lines" USING btree ("payee_id","day","id");--> statement-breakpoint
CREATE UNIQUE INDEX "statements_file_unique" ON "statements" USING btree ("payee_id","file_hash");--> statement-breakpoint
-- The references of earlier deposits are claimed too; where both channels have the same, the first keeps it. Decided
-- requests are guarded against changes.
ALTER TABLE "wallet_transactions" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "wallet_transactions" t SET "credit_claim" = t."reference"
  FROM (SELECT DISTINCT ON ("reference") "id"
          FROM "wallet_transactions"
         WHERE "transaction_type" = 'credit' AND "status" = 'success'
         ORDER BY "reference", "id") first
 WHERE first."id" = t."id";--> statement-breakpoint
ALTER TABLE "wallet_transactions" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transactions_credit_claim_unique" ON "wallet_transactions" USING btree ("credit_claim");--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_credit_claim_form" CHECK ("wallet_transactions"."credit_claim" is null
       or ("wallet_transactions"."credit_claim" = "wallet_transactions"."reference" and "wallet_transactions"."transaction_type" = 'credit' and "wallet_transactions"."status" = 'success'));