CREATE TABLE "contest_exposures" (
	"contest_id" bigint PRIMARY KEY NOT NULL,
	"payouts" bigint[] NOT NULL,
	CONSTRAINT "contest_exposures_ten_numbers" CHECK (cardinality("contest_exposures"."payouts") = 10)
);
--> statement-breakpoint
CREATE TABLE "game_limits" (
	"game_type" "game_type" PRIMARY KEY NOT NULL,
	"min_bet" bigint,
	"max_bet" bigint,
	"max_stake" bigint,
	"max_payout" bigint,
	CONSTRAINT "game_limits_range" CHECK (least("game_limits"."min_bet", "game_limits"."max_bet", "game_limits"."max_stake", "game_limits"."max_payout") > 0
      and greatest("game_limits"."min_bet", "game_limits"."max_bet", "game_limits"."max_stake", "game_limits"."max_payout") <= 1000000000),
	CONSTRAINT "game_limits_min_reachable" CHECK ("game_limits"."min_bet" <= least("game_limits"."max_bet", "game_limits"."max_stake"))
);
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "min_bet" bigint;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "max_bet" bigint;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "max_stake" bigint;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "max_payout" bigint;--> statement-breakpoint
ALTER TABLE "contest_exposures" ADD CONSTRAINT "contest_exposures_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;