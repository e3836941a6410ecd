ALTER TYPE "public"."transfer_kind" ADD VALUE 'play_forfeit';--> statement-breakpoint
CREATE TABLE "play_forfeits" (
	"player_id" bigint PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "play_forfeits_amount_positive" CHECK ("play_forfeits"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "real_money" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "real_money_one_row" CHECK ("real_money"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "play_forfeits" ADD CONSTRAINT "play_forfeits_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;