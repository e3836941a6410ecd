ALTER TYPE "public"."alert_kind" ADD VALUE 'creditedPayout';--> statement-breakpoint
ALTER TYPE "public"."proposal_kind" ADD VALUE 'policy';--> statement-breakpoint
ALTER TYPE "public"."proposal_status" ADD VALUE 'unopposed';--> statement-breakpoint
ALTER TABLE "wallet_transactions" DROP CONSTRAINT "wallet_transactions_reference_form";--> statement-breakpoint
DROP INDEX "wallet_transactions_reference_unique";--> statement-breakpoint
DROP INDEX "wallet_transactions_reference_index";--> statement-breakpoint
DROP INDEX "statement_lines_credit_unique";--> statement-breakpoint
DROP INDEX "wallet_transactions_upi_id_index";--> statement-breakpoint
DROP INDEX "wallet_transactions_text_index";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "owner_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "first_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "last_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "credit_key" text;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "reference_key" text;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "reference_scope" bigint;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "key_clashes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The references from before are 4 to 35 letters or digits. Decided requests, lines and
-- users are guarded against changes.
ALTER TABLE "wallet_transactions" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "wallet_transactions" t
   SET "reference_scope" = CASE
         WHEN EXISTS (SELECT FROM "money_mode" m WHERE m."mode" = 'real' AND t."created_at" >= coalesce(m."went_live_at", '-infinity'))
           OR NOT EXISTS (SELECT FROM "money_mode") AND EXISTS (SELECT FROM "real_money")
         THEN 0 ELSE t."player_id" END,
       "reference_key" = CASE
         WHEN t."transaction_type" <> 'credit' THEN NULL
         ELSE CASE WHEN length(ltrim(regexp_replace(upper(t."reference"), '^(UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO)(?=[0-9]|$)', ''), '0')) > 5 THEN ltrim(regexp_replace(upper(t."reference"), '^(UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO)(?=[0-9]|$)', ''), '0') ELSE upper(t."reference") END END;--> statement-breakpoint
UPDATE "wallet_transactions" t SET "key_clashes" = true
  FROM (SELECT "id", row_number() OVER (PARTITION BY "reference_key", "reference_scope" ORDER BY "id") AS place
          FROM "wallet_transactions"
         WHERE "transaction_type" = 'credit' AND "status" IN ('pending', 'success')) held
 WHERE held."id" = t."id" AND held.place > 1;--> statement-breakpoint
UPDATE "wallet_transactions" SET "payout_claim" = NULL WHERE "payout_claim" IS NOT NULL;--> statement-breakpoint
UPDATE "wallet_transactions" t SET "payout_claim" = first."key"
  FROM (SELECT DISTINCT ON ("key") "id", "key"
          FROM (SELECT "id", CASE WHEN length(ltrim(regexp_replace(upper("payout_reference"), '^(UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO)(?=[0-9]|$)', ''), '0')) > 5 THEN ltrim(regexp_replace(upper("payout_reference"), '^(UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO)(?=[0-9]|$)', ''), '0') ELSE upper("payout_reference") END AS "key"
                  FROM "wallet_transactions"
                 WHERE "transaction_type" = 'debit' AND "status" = 'success' AND upper("payout_reference") ~ '^[0-9A-Z]{4,35}$') keyed
         ORDER BY "key", "id") first
 WHERE first."id" = t."id";--> statement-breakpoint
ALTER TABLE "wallet_transactions" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "statement_lines" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "statement_lines" t SET "credit_key" = first."key"
  FROM (SELECT DISTINCT ON ("key") "id", "key"
          FROM (SELECT "id", CASE WHEN length(ltrim(regexp_replace(upper("reference"), '^(UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO)(?=[0-9]|$)', ''), '0')) > 5 THEN ltrim(regexp_replace(upper("reference"), '^(UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO)(?=[0-9]|$)', ''), '0') ELSE upper("reference") END AS "key" FROM "statement_lines"
                 WHERE "state" = 'matched' AND "direction" = 'credit' AND "reference" IS NOT NULL) keyed
         ORDER BY "key", "id") first
 WHERE first."id" = t."id";--> statement-breakpoint
UPDATE "statement_lines"
   SET "tokens" = "tokens" || ARRAY(
         SELECT DISTINCT "key"
           FROM (SELECT CASE WHEN length(ltrim(regexp_replace(upper(token), '^(UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO)(?=[0-9]|$)', ''), '0')) > 5 THEN ltrim(regexp_replace(upper(token), '^(UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO)(?=[0-9]|$)', ''), '0') ELSE upper(token) END AS "key" FROM unnest("tokens") token) keyed
          WHERE "key" <> ALL ("tokens"))
 WHERE "state" IN ('unmatched', 'proposed');--> statement-breakpoint
ALTER TABLE "statement_lines" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "users" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "users" u
   SET "owner_since" = coalesce((SELECT max(a."at") FROM "audit_log" a WHERE a."action" = 'admin:setRoles' AND a."subject" = u."uid"), u."created_at")
 WHERE u."user_type" = 'admin' AND u."status" = 'active' AND 'OWNER' = ANY (u."roles");--> statement-breakpoint
ALTER TABLE "users" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transactions_reference_key_unique" ON "wallet_transactions" USING btree ("reference_key","reference_scope") WHERE "wallet_transactions"."transaction_type" = 'credit' and "wallet_transactions"."status" in ('pending', 'success') and not "wallet_transactions"."key_clashes";--> statement-breakpoint
CREATE INDEX "wallet_transactions_key_clashes_index" ON "wallet_transactions" USING btree ("id") WHERE "wallet_transactions"."key_clashes";--> statement-breakpoint
CREATE INDEX "wallet_transactions_reference_key_index" ON "wallet_transactions" USING btree ("reference_key","reference_scope");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_credit_unique" ON "statement_lines" USING btree ("credit_key");--> statement-breakpoint
CREATE INDEX "wallet_transactions_upi_id_index" ON "wallet_transactions" USING btree (lower("upi_id"));--> statement-breakpoint
CREATE INDEX "wallet_transactions_text_index" ON "wallet_transactions" USING gin ((lower(coalesce("wallet_transactions"."reference", '') || ' ' || coalesce("wallet_transactions"."reference_key", '') || ' ' || coalesce("wallet_transactions"."payout_reference", '') || ' ' || coalesce("wallet_transactions"."upi_id", '') || ' ' || coalesce("wallet_transactions"."account_number", ''))) extensions.gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "second_admin_thresholds" ADD CONSTRAINT "second_admin_thresholds_no_policy" CHECK ("second_admin_thresholds"."kind"::text <> 'policy');--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_reference_key_form" CHECK ("wallet_transactions"."reference_key" ~ '^[0-9A-Z]{4,35}$' and ("wallet_transactions"."reference_key" is null or "wallet_transactions"."reference" is not null)
       and (not "wallet_transactions"."key_clashes" or "wallet_transactions"."reference_key" is not null));--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_reference_form" CHECK (char_length("wallet_transactions"."reference") between 1 and 60);