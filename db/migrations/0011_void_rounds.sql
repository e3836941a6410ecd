ALTER TYPE "public"."contest_state" ADD VALUE 'VOID';--> statement-breakpoint
ALTER TABLE "contests" DROP CONSTRAINT "contests_outcome_only_when_decided";--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "voided_by" bigint;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contests_void_index" ON "contests" USING btree ("game_type","number") WHERE "contests"."voided_at" is not null;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_void_complete" CHECK (("contests"."voided_at" is null) = ("contests"."void_reason" is null) and ("contests"."voided_at" is not null or "contests"."voided_by" is null)
      and char_length("contests"."void_reason") between 10 and 500);--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_outcome_only_when_decided" CHECK (("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."winning_number" is not null)
      and ("contests"."state" in ('DECIDED', 'SETTLED') or "contests"."voided_at" is not null and "contests"."decided_at" is not null) = ("contests"."seed" is not null)
      and ("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."decided_by" is not null)
      and ("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."settlement_parts" is not null));