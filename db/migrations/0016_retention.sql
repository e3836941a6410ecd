-- Retention: what is purged by age is found by an index. Documents name their uploader, whose quota they count against.
ALTER TABLE "documents" ADD COLUMN "uploaded_by" bigint;--> statement-breakpoint
UPDATE "documents" SET "uploaded_by" = coalesce((
  SELECT m."author_id" FROM "ticket_messages" m WHERE m."document_id" = "documents"."id"), "owner_id");--> statement-breakpoint
ALTER TABLE "documents" ALTER COLUMN "uploaded_by" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_tokens_session_id_index" ON "link_tokens" USING btree ("session_id") WHERE "link_tokens"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "link_tokens_link_id_index" ON "link_tokens" USING btree ("link_id") WHERE "link_tokens"."link_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_end_index" ON "sessions" USING btree (least("ended_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "bet_keys_created_at_index" ON "bet_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "documents_uploaded_by_index" ON "documents" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE INDEX "notifications_created_at_index" ON "notifications" USING btree ("created_at");