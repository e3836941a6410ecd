DROP INDEX "wallet_transactions_payout_index";--> statement-breakpoint
ALTER TABLE "link_tokens" ADD COLUMN "session_id" bigint;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD COLUMN "link_id" bigint;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_link_id_link_tokens_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."link_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_tokens_expires_at_index" ON "link_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_primary_unique" ON "users" USING btree ("is_primary") WHERE "users"."is_primary";--> statement-breakpoint
CREATE INDEX "wallet_transactions_reference_index" ON "wallet_transactions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "wallet_transactions_amount_index" ON "wallet_transactions" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_upi_id_index" ON "wallet_transactions" USING btree ("upi_id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_account_number_index" ON "wallet_transactions" USING btree ("account_number");--> statement-breakpoint
CREATE INDEX "wallet_transactions_history_index" ON "wallet_transactions" USING btree ("player_id","decided_at","id") WHERE "wallet_transactions"."status" = 'success';--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_purpose_fields" CHECK (("link_tokens"."purpose" = 'download') = ("link_tokens"."target" is not null and "link_tokens"."session_id" is not null)
      and ("link_tokens"."purpose" = 'password_reset_token') = ("link_tokens"."link_id" is not null));