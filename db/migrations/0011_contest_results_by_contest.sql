ALTER TABLE "contest_results" DROP CONSTRAINT "contest_results_pkey";
--> statement-breakpoint
ALTER TABLE "contest_results" ADD CONSTRAINT "contest_results_pkey" PRIMARY KEY("contest_id","player_id");