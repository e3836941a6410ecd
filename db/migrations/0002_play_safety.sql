CREATE TYPE "public"."play_limit_kind" AS ENUM('deposit', 'stake', 'loss');--> statement-breakpoint
CREATE TYPE "public"."play_limit_period" AS ENUM('day', 'week', 'month');--> statement-breakpoint
CREATE TABLE "excluded_emails" (
	"email_hash" "bytea" PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "play_days" (
	"player_id" bigint NOT NULL,
	"day" date NOT NULL,
	"staked" bigint NOT NULL,
	"returned" bigint NOT NULL,
	CONSTRAINT "play_days_pkey" PRIMARY KEY("player_id","day")
);
--> statement-breakpoint
CREATE TABLE "play_guards" (
	"player_id" bigint PRIMARY KEY NOT NULL,
	"time_out_until" timestamp (3) with time zone,
	"excluded_at" timestamp (3) with time zone,
	"excluded_until" timestamp (3) with time zone,
	"reality_minutes" smallint,
	"answered_at" timestamp (3) with time zone,
	"played_since" timestamp (3) with time zone,
	"played_at" timestamp (3) with time zone,
	CONSTRAINT "play_guards_excluded_until" CHECK ("play_guards"."excluded_until" is null or "play_guards"."excluded_at" is not null),
	CONSTRAINT "play_guards_reality_minutes" CHECK ("play_guards"."reality_minutes" between 15 and 60)
);
--> statement-breakpoint
CREATE TABLE "play_limits" (
	"player_id" bigint NOT NULL,
	"kind" "play_limit_kind" NOT NULL,
	"period" "play_limit_period" NOT NULL,
	"amount" bigint,
	"next_amount" bigint,
	"next_at" timestamp (3) with time zone,
	CONSTRAINT "play_limits_pkey" PRIMARY KEY("player_id","kind","period"),
	CONSTRAINT "play_limits_amounts_positive" CHECK ("play_limits"."amount" > 0 and "play_limits"."next_amount" > 0),
	CONSTRAINT "play_limits_next_has_instant" CHECK ("play_limits"."next_amount" is null or "play_limits"."next_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "guarded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "play_guards" ADD CONSTRAINT "play_guards_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_limits" ADD CONSTRAINT "play_limits_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;