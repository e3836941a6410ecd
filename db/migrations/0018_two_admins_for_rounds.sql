ALTER TABLE "contests" ADD COLUMN "override_proposed_by" bigint;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "void_proposed_by" bigint;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_override_proposed_by_users_id_fk" FOREIGN KEY ("override_proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_void_proposed_by_users_id_fk" FOREIGN KEY ("void_proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_override_once" ON "proposals" USING btree ("subject_id","maker_id") WHERE "proposals"."kind" = 'override' and "proposals"."status" <> 'confirmed';--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_two_admins" CHECK ("contests"."override_proposed_by" <> "contests"."overridden_by" and "contests"."void_proposed_by" <> "contests"."voided_by");