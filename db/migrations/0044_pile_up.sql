CREATE TABLE "payment_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"min_withdrawal" bigint NOT NULL,
	CONSTRAINT "payment_settings_single_row" CHECK ("payment_settings"."id" = 1),
	CONSTRAINT "payment_settings_min_withdrawal_range" CHECK ("payment_settings"."min_withdrawal" between 1 and 50000)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "audited" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "feedback_player_id_index" ON "feedback" USING btree ("player_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_messages_author_id_index" ON "ticket_messages" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "wallet_transactions_waiting_index" ON "wallet_transactions" USING btree ("player_id","transaction_type") WHERE "wallet_transactions"."status" = 'pending';--> statement-breakpoint
INSERT INTO "payment_settings" ("id", "min_withdrawal") VALUES (1, 100);
