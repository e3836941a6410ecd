-- Its rows don't tell who decided; they are computed again below.
DELETE FROM "hourly_draws";--> statement-breakpoint
ALTER TABLE "hourly_draws" ADD COLUMN "decided_by" "decided_by" NOT NULL;--> statement-breakpoint
ALTER TABLE "hourly_draws" ADD COLUMN "stakes" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "hourly_draws" ADD COLUMN "payouts" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "hourly_draws" ADD COLUMN "payout_variance" numeric NOT NULL;--> statement-breakpoint
ALTER TABLE "hourly_draws" DROP CONSTRAINT "hourly_draws_pkey";
--> statement-breakpoint
ALTER TABLE "hourly_draws" ADD CONSTRAINT "hourly_draws_pkey" PRIMARY KEY("game_type","hour","decided_by","winning_number");--> statement-breakpoint
INSERT INTO "hourly_draws" (game_type, hour, decided_by, winning_number, contest_count, stakes, payouts, payout_variance)
SELECT c.game_type, date_bin('1 hour', c.ends_at, '2000-01-01 00:00+05:30'), c.decided_by, c.winning_number, count(*),
       sum(c.total_stakes), sum(c.total_payouts),
       sum(round(coalesce((SELECT var_pop(payout) FROM unnest(c.outcome_payouts) payout), 0)))
  FROM contests c JOIN activity_folds f ON f.scope::text = c.game_type::text
 WHERE c.ends_at < f.folded_until AND c.state = 'SETTLED'
 GROUP BY 1, 2, 3, 4;
