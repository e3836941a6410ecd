CREATE TABLE "beacon_rounds" (
	"round" bigint PRIMARY KEY NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"signature" "bytea",
	"randomness" "bytea",
	"received_at" timestamp (3) with time zone,
	CONSTRAINT "beacon_rounds_complete" CHECK (num_nonnulls("beacon_rounds"."signature", "beacon_rounds"."randomness", "beacon_rounds"."received_at") in (0, 3)
      and octet_length("beacon_rounds"."signature") = 48 and "beacon_rounds"."randomness" = sha256("beacon_rounds"."signature"))
);
--> statement-breakpoint
CREATE TABLE "contest_secrets" (
	"contest_id" bigint PRIMARY KEY NOT NULL,
	"salt_secret" "bytea" NOT NULL,
	CONSTRAINT "contest_secrets_32_bytes" CHECK (octet_length("contest_secrets"."salt_secret") = 32)
);
--> statement-breakpoint
ALTER TABLE "contests" DROP CONSTRAINT "contests_outcome_only_when_decided";--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "draw_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "beacon_round" bigint;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "timelock" text;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "bets_root" "bytea";--> statement-breakpoint
ALTER TABLE "contest_secrets" ADD CONSTRAINT "contest_secrets_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_draw_version_complete" CHECK ("contests"."draw_version" in (1, 2) and ("contests"."draw_version" = 2) = ("contests"."beacon_round" is not null)
      and ("contests"."draw_version" = 2 or num_nonnulls("contests"."timelock", "contests"."bets_root") = 0)
      and octet_length("contests"."bets_root") = 32 and char_length("contests"."timelock") between 1 and 2000
      and ("contests"."draw_version" = 1 or "contests"."state" not in ('DECIDED', 'SETTLED') or "contests"."bets_root" is not null));--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_outcome_only_when_decided" CHECK (("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."winning_number" is not null)
      and ("contests"."draw_version" = 2 and "contests"."state" = 'CLOSED'
        or ("contests"."state" in ('DECIDED', 'SETTLED') or "contests"."voided_at" is not null and "contests"."decided_at" is not null) = ("contests"."seed" is not null))
      and ("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."decided_by" is not null)
      and ("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."settlement_parts" is not null));