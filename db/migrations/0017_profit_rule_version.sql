-- Contests that are there already keep version 1 of the profit rule; new ones open under version 2.
ALTER TABLE "contests" ADD COLUMN "rule_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ALTER COLUMN "rule_version" SET DEFAULT 2;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_rule_version_range" CHECK ("contests"."rule_version" in (1, 2));
