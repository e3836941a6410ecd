CREATE TABLE "book_audits" (
	"due_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"failure" text,
	"checks" jsonb
);
--> statement-breakpoint
CREATE INDEX "users_player_created_at_index" ON "users" USING btree ("created_at","id") WHERE "users"."user_type" = 'player';--> statement-breakpoint
CREATE INDEX "wallet_transactions_decided_at_index" ON "wallet_transactions" USING btree ("decided_at","transaction_type","amount") WHERE "wallet_transactions"."status" = 'success';