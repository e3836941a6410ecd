CREATE TYPE "public"."activity_grain" AS ENUM('hour', 'day');--> statement-breakpoint
CREATE TYPE "public"."activity_scope" AS ENUM('platform', 'sapreHalf', 'sapreOne', 'sapreThree');--> statement-breakpoint
CREATE TABLE "activity_bitmaps" (
	"scope" "activity_scope" NOT NULL,
	"grain" "activity_grain" NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"chunk" integer NOT NULL,
	"players" bit(8192) NOT NULL,
	CONSTRAINT "activity_bitmaps_pkey" PRIMARY KEY("scope","grain","starts_at","chunk")
);
--> statement-breakpoint
CREATE TABLE "activity_folds" (
	"scope" "activity_scope" PRIMARY KEY NOT NULL,
	"folded_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hourly_draws" (
	"game_type" "game_type" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"winning_number" smallint NOT NULL,
	"contest_count" integer NOT NULL,
	CONSTRAINT "hourly_draws_pkey" PRIMARY KEY("game_type","hour","winning_number"),
	CONSTRAINT "hourly_draws_winning_number_range" CHECK ("hourly_draws"."winning_number" between 0 and 9)
);
--> statement-breakpoint
CREATE TABLE "player_sightings" (
	"half_hour" timestamp (3) with time zone NOT NULL,
	"player_id" bigint NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "player_sightings_pkey" PRIMARY KEY("half_hour","player_id")
);
--> statement-breakpoint
DROP TABLE "daily_active_users" CASCADE;--> statement-breakpoint
ALTER TABLE "player_sightings" ADD CONSTRAINT "player_sightings_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;