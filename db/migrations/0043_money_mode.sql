CREATE TABLE "money_mode" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"mode" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"went_live_at" timestamp (3) with time zone,
	CONSTRAINT "money_mode_one_row" CHECK ("money_mode"."id" = 1),
	CONSTRAINT "money_mode_known" CHECK ("money_mode"."mode" in ('play', 'real') and ("money_mode"."went_live_at" is null or "money_mode"."mode" = 'real'))
);
--> statement-breakpoint
CREATE TABLE "play_resets" (
	"player_id" bigint PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "play_resets_amount_positive" CHECK ("play_resets"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "play_resets" ADD CONSTRAINT "play_resets_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;