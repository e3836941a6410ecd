CREATE TABLE "saved_filters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_filters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"admin_id" bigint NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_filters_name_length" CHECK (char_length("saved_filters"."name") between 1 and 40),
	CONSTRAINT "saved_filters_query_length" CHECK (char_length("saved_filters"."query") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "transaction_claims" (
	"transaction_id" bigint PRIMARY KEY NOT NULL,
	"admin_id" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_claims" ADD CONSTRAINT "transaction_claims_transaction_id_wallet_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."wallet_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_claims" ADD CONSTRAINT "transaction_claims_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name_unique" ON "saved_filters" USING btree ("admin_id","screen","name");--> statement-breakpoint
CREATE INDEX "wallet_transactions_payee_id_index" ON "wallet_transactions" USING btree ("payee_id","id");--> statement-breakpoint
-- The extension is in a schema of its own, whose functions no other role may execute, or in the one an operator chose. It
-- is trusted: the database's owner may create it.
DO $$
DECLARE
  v_schema text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE SCHEMA IF NOT EXISTS extensions;
    CREATE EXTENSION pg_trgm SCHEMA extensions;
  END IF;
  SELECT quote_ident(nspname) INTO v_schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'pg_trgm';
  EXECUTE replace($index$CREATE INDEX "users_text_index" ON "users" USING gin ((lower("users"."name" || ' ' || "users"."email" || ' ' || "users"."uid")) SCHEMA.gin_trgm_ops);$index$, 'SCHEMA', v_schema);
  EXECUTE replace($index$CREATE INDEX "wallet_transactions_text_index" ON "wallet_transactions" USING gin ((lower(coalesce("wallet_transactions"."reference", '') || ' ' || coalesce("wallet_transactions"."payout_reference", '') || ' ' || coalesce("wallet_transactions"."upi_id", '') || ' ' || coalesce("wallet_transactions"."account_number", ''))) SCHEMA.gin_trgm_ops);$index$, 'SCHEMA', v_schema);
END $$;
