CREATE TYPE "public"."payout_outcome" AS ENUM('paid', 'not_sent', 'given_up');--> statement-breakpoint
CREATE TABLE "payout_batch_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_batch_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"transaction_id" bigint NOT NULL,
	"outcome" "payout_outcome",
	"reason" text,
	"decided_by" bigint,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "payout_batch_items_position_positive" CHECK ("payout_batch_items"."position" > 0),
	CONSTRAINT "payout_batch_items_outcome_complete" CHECK (("payout_batch_items"."outcome" is null) = ("payout_batch_items"."decided_by" is null) and ("payout_batch_items"."outcome" is null) = ("payout_batch_items"."decided_at" is null)
       and ("payout_batch_items"."outcome" is not null and "payout_batch_items"."outcome" = 'not_sent') = ("payout_batch_items"."reason" is not null)),
	CONSTRAINT "payout_batch_items_reason_length" CHECK (char_length("payout_batch_items"."reason") between 3 and 500)
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payee_id" bigint NOT NULL,
	"bank" text NOT NULL,
	"layout" jsonb NOT NULL,
	"day" date NOT NULL,
	"made_by" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"held_by" bigint,
	"held_since" timestamp (3) with time zone,
	"downloaded_at" timestamp (3) with time zone,
	"released_by" bigint,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "payout_batches_bank_length" CHECK (char_length("payout_batches"."bank") between 1 and 40),
	CONSTRAINT "payout_batches_held_since" CHECK (("payout_batches"."held_by" is null) = ("payout_batches"."held_since" is null)),
	CONSTRAINT "payout_batches_released" CHECK (("payout_batches"."released_by" is null) = ("payout_batches"."released_at" is null)),
	CONSTRAINT "payout_batches_held_or_released" CHECK ("payout_batches"."held_by" is not null or "payout_batches"."released_by" is not null)
);
--> statement-breakpoint
CREATE TABLE "payout_layouts" (
	"name" text PRIMARY KEY NOT NULL,
	"layout" jsonb NOT NULL,
	"changed_by" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_layouts_name_length" CHECK (char_length("payout_layouts"."name") between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "payout_batch_items" ADD CONSTRAINT "payout_batch_items_batch_id_payout_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payout_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batch_items" ADD CONSTRAINT "payout_batch_items_transaction_id_wallet_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."wallet_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batch_items" ADD CONSTRAINT "payout_batch_items_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_held_by_users_id_fk" FOREIGN KEY ("held_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_layouts" ADD CONSTRAINT "payout_layouts_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_batch_items_position_unique" ON "payout_batch_items" USING btree ("batch_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_batch_items_open_unique" ON "payout_batch_items" USING btree ("transaction_id") WHERE "payout_batch_items"."outcome" is null;--> statement-breakpoint
CREATE INDEX "payout_batch_items_transaction_id_index" ON "payout_batch_items" USING btree ("transaction_id","id");