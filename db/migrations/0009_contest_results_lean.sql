-- contest_results is written by settle_part alone, from bets: its foreign keys guarded nothing and cost a third of paying.
ALTER TABLE "contest_results" DROP CONSTRAINT "contest_results_player_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "contest_results" DROP CONSTRAINT "contest_results_contest_id_contests_id_fk";
