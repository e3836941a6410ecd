CREATE TYPE "public"."proposal_kind" AS ENUM('payout', 'correction', 'payee', 'roles', 'override', 'void');--> statement-breakpoint
CREATE TYPE "public"."proposal_status" AS ENUM('open', 'confirmed', 'declined', 'withdrawn', 'lapsed');--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" "proposal_kind" NOT NULL,
	"subject_id" bigint NOT NULL,
	"subject_type" text NOT NULL,
	"subject" text NOT NULL,
	"amount" bigint,
	"payload" jsonb NOT NULL,
	"maker_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"status" "proposal_status" DEFAULT 'open' NOT NULL,
	"checker_id" bigint,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "proposals_two_admins" CHECK ("proposals"."checker_id" <> "proposals"."maker_id"),
	CONSTRAINT "proposals_checked" CHECK (("proposals"."status" in ('confirmed', 'declined')) = ("proposals"."checker_id" is not null)),
	CONSTRAINT "proposals_decided_has_instant" CHECK (("proposals"."status" = 'open') = ("proposals"."decided_at" is null)),
	CONSTRAINT "proposals_expires_later" CHECK ("proposals"."expires_at" > "proposals"."created_at")
);
--> statement-breakpoint
CREATE TABLE "second_admin_thresholds" (
	"kind" "proposal_kind" PRIMARY KEY NOT NULL,
	"from_amount" bigint,
	CONSTRAINT "second_admin_thresholds_amount" CHECK ("second_admin_thresholds"."from_amount" >= 0 and ("second_admin_thresholds"."from_amount" = 0 or "second_admin_thresholds"."kind" in ('payout', 'correction')))
);
--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "proposed_by" bigint;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_maker_id_users_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_checker_id_users_id_fk" FOREIGN KEY ("checker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_open_unique" ON "proposals" USING btree ("kind","subject_id") WHERE "proposals"."status" = 'open';--> statement-breakpoint
CREATE INDEX "proposals_subject_index" ON "proposals" USING btree ("kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "proposals_decided_at_index" ON "proposals" USING btree ("decided_at");--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_two_admins" CHECK ("wallet_transactions"."proposed_by" <> "wallet_transactions"."decided_by");--> statement-breakpoint
INSERT INTO "second_admin_thresholds" ("kind") SELECT unnest(enum_range(NULL::"public"."proposal_kind"));
