ALTER TABLE "tickets" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "handed_team" "admin_role";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "handed_admin_id" bigint;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "handed_by" bigint;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "handed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_handed_admin_id_users_id_fk" FOREIGN KEY ("handed_admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_handed_by_users_id_fk" FOREIGN KEY ("handed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Of open tickets: since the first message of the player that no admin has answered, or since they were raised.
UPDATE "tickets" t SET "waiting_since" = CASE WHEN answered.id IS NULL THEN t."created_at" ELSE (
    SELECT min(m."created_at") FROM "ticket_messages" m WHERE m."ticket_id" = t."id" AND m."author_id" = t."player_id" AND m."id" > answered.id) END
  FROM "tickets" o LEFT JOIN LATERAL (
    SELECT max(a."id") AS id FROM "ticket_messages" a WHERE a."ticket_id" = o."id" AND a."author_id" <> o."player_id") answered ON true
 WHERE o."id" = t."id" AND t."status" = 'pending';--> statement-breakpoint
CREATE INDEX "tickets_waiting_index" ON "tickets" USING btree ((coalesce("tickets"."waiting_since", 'infinity'::timestamptz)),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tickets_handed_index" ON "tickets" USING btree ("handed_team","id") WHERE "tickets"."handed_team" is not null;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_resolved_is_nobodys" CHECK ("tickets"."status" <> 'success' or num_nonnulls("tickets"."waiting_since", "tickets"."handed_team") = 0);--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_handed_team_known" CHECK ("tickets"."handed_team" in ('OWNER', 'FINANCE', 'GAME'));--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_handed_whole" CHECK (num_nonnulls("tickets"."handed_team", "tickets"."handed_by", "tickets"."handed_at") in (0, 3));--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_handed_admin_of_team" CHECK ("tickets"."handed_admin_id" is null or "tickets"."handed_team" is not null);