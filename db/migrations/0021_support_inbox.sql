ALTER TABLE "tickets" ADD COLUMN "unread" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "assignee_id" bigint;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "handled_at" timestamp (3) with time zone;--> statement-breakpoint
-- Of the tickets there are, those are unread that are open and whose newest message is the player's.
UPDATE "tickets" t SET "unread" = false
 WHERE t."status" = 'success'
    OR (SELECT m."author_id" FROM "ticket_messages" m WHERE m."ticket_id" = t."id" ORDER BY m."id" DESC LIMIT 1) <> t."player_id";--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_unread_index" ON "tickets" USING btree ("id") WHERE "tickets"."unread";--> statement-breakpoint
CREATE INDEX "tickets_assignee_id_index" ON "tickets" USING btree ("assignee_id","id") WHERE "tickets"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "tickets_unassigned_index" ON "tickets" USING btree ("status","id") WHERE "tickets"."assignee_id" is null;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_resolved_is_read" CHECK (not ("tickets"."unread" and "tickets"."status" = 'success'));--> statement-breakpoint
-- Where an operator's database is without the extension, searches read the tables in their order instead.
DO $$
DECLARE
  v_schema text;
BEGIN
  SELECT quote_ident(nspname) INTO v_schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'pg_trgm';
  IF v_schema IS NULL THEN
    RETURN;
  END IF;
  EXECUTE replace($index$CREATE INDEX "tickets_text_index" ON "tickets" USING gin ((lower("tickets"."title" || ' ' || "tickets"."description")) SCHEMA.gin_trgm_ops);$index$, 'SCHEMA', v_schema);
  EXECUTE replace($index$CREATE INDEX "ticket_messages_text_index" ON "ticket_messages" USING gin ((lower("ticket_messages"."message")) SCHEMA.gin_trgm_ops);$index$, 'SCHEMA', v_schema);
END $$;
