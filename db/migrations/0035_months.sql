-- bets, bet_payouts and transfers become partitioned by ranges of bets' ids, a range for each month: 2611 is from
-- 2611000000000000 to below 2612000000000000. What is there becomes the first partition as it is; each table is read once, for
-- its check. db/functions/make_month.sql makes the others.
ALTER TABLE "bet_cancellations" DROP CONSTRAINT "bet_cancellations_bet_id_bets_id_fk";
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "bets_month" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
LOCK TABLE "bets", "bet_payouts", "transfers" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
DO $$
DECLARE
  v_trigger record;
BEGIN
  FOR v_trigger IN SELECT tgname, tgrelid::regclass AS of FROM pg_trigger
                    WHERE NOT tgisinternal AND tgrelid IN ('bets'::regclass, 'bet_payouts'::regclass, 'transfers'::regclass) LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', v_trigger.tgname, v_trigger.of);
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "bets" RENAME TO "bets_0";
--> statement-breakpoint
ALTER TABLE "bets_0" RENAME CONSTRAINT "bets_pkey" TO "bets_0_pkey";
--> statement-breakpoint
ALTER INDEX "bets_contest_id_player_id_index" RENAME TO "bets_0_contest_id_player_id_index";
--> statement-breakpoint
ALTER INDEX "bets_player_id_id_index" RENAME TO "bets_0_player_id_id_index";
--> statement-breakpoint
ALTER INDEX "bets_contest_id_number_unique" RENAME TO "bets_0_contest_id_number_unique";
--> statement-breakpoint
CREATE TABLE "bets" (LIKE "bets_0" INCLUDING CONSTRAINTS) PARTITION BY RANGE ("id");
--> statement-breakpoint
DO $$
DECLARE
  v_last bigint;
  v_called boolean;
BEGIN
  SELECT last_value, is_called INTO v_last, v_called FROM "bets_id_seq";
  ALTER TABLE "bets_0" ALTER COLUMN "id" DROP IDENTITY;
  ALTER TABLE "bets" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME "bets_id_seq");
  PERFORM setval('bets_id_seq', v_last, v_called);
END $$;
--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_pkey" PRIMARY KEY ("id");
--> statement-breakpoint
CREATE INDEX "bets_contest_id_player_id_index" ON "bets" ("contest_id", "player_id");
--> statement-breakpoint
CREATE INDEX "bets_player_id_id_index" ON "bets" ("player_id", "id");
--> statement-breakpoint
ALTER TABLE "bets_0" ADD CONSTRAINT "bets_0_month" CHECK ("id" < 1000000000000);
--> statement-breakpoint
ALTER TABLE "bets" ATTACH PARTITION "bets_0" FOR VALUES FROM (MINVALUE) TO (1000000000000);
--> statement-breakpoint
ALTER TABLE "bets_0" DROP CONSTRAINT "bets_0_month";
--> statement-breakpoint
ALTER TABLE "bet_payouts" RENAME TO "bet_payouts_0";
--> statement-breakpoint
ALTER TABLE "bet_payouts_0" RENAME CONSTRAINT "bet_payouts_pkey" TO "bet_payouts_0_pkey";
--> statement-breakpoint
CREATE TABLE "bet_payouts" (LIKE "bet_payouts_0" INCLUDING CONSTRAINTS) PARTITION BY RANGE ("bet_id");
--> statement-breakpoint
ALTER TABLE "bet_payouts" ADD CONSTRAINT "bet_payouts_pkey" PRIMARY KEY ("bet_id");
--> statement-breakpoint
ALTER TABLE "bet_payouts_0" ADD CONSTRAINT "bet_payouts_0_month" CHECK ("bet_id" < 1000000000000);
--> statement-breakpoint
ALTER TABLE "bet_payouts" ATTACH PARTITION "bet_payouts_0" FOR VALUES FROM (MINVALUE) TO (1000000000000);
--> statement-breakpoint
ALTER TABLE "bet_payouts_0" DROP CONSTRAINT "bet_payouts_0_month";
--> statement-breakpoint
ALTER TABLE "transfers" RENAME TO "transfers_0";
--> statement-breakpoint
ALTER TABLE "transfers_0" RENAME CONSTRAINT "transfers_pkey" TO "transfers_0_pkey";
--> statement-breakpoint
ALTER INDEX "transfers_once_per_reference" RENAME TO "transfers_0_once_per_reference";
--> statement-breakpoint
ALTER INDEX "transfers_once_per_correction" RENAME TO "transfers_0_once_per_correction";
--> statement-breakpoint
CREATE TABLE "transfers" (LIKE "transfers_0" INCLUDING CONSTRAINTS) PARTITION BY RANGE ("reference_id");
--> statement-breakpoint
DO $$
DECLARE
  v_last bigint;
  v_called boolean;
BEGIN
  SELECT last_value, is_called INTO v_last, v_called FROM "transfers_id_seq";
  ALTER TABLE "transfers_0" ALTER COLUMN "id" DROP IDENTITY;
  ALTER TABLE "transfers" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME "transfers_id_seq");
  PERFORM setval('transfers_id_seq', v_last, v_called);
END $$;
--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once_per_reference" ON "transfers" ("reference_id", "kind") WHERE "transfers"."kind" not in ('bet_stake', 'correction');
--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once_per_correction" ON "transfers" ("reference_id") WHERE "transfers"."kind" = 'correction';
--> statement-breakpoint
ALTER TABLE "transfers_0" ADD CONSTRAINT "transfers_0_month" CHECK ("reference_id" < 1000000000000);
--> statement-breakpoint
ALTER TABLE "transfers" ATTACH PARTITION "transfers_0" FOR VALUES FROM (MINVALUE) TO (1000000000000);
--> statement-breakpoint
ALTER TABLE "transfers_0" DROP CONSTRAINT "transfers_0_month";
--> statement-breakpoint
ALTER TABLE "contests" ALTER COLUMN "bets_month" SET DEFAULT (coalesce(pg_sequence_last_value('bets_id_seq'), 0) / 1000000000000)::smallint;
--> statement-breakpoint
CREATE TABLE "archived_months" (
	"month" smallint PRIMARY KEY NOT NULL,
	"sha256" "bytea" NOT NULL,
	"bet_count" bigint NOT NULL,
	"last_transfer_id" bigint NOT NULL,
	"archived_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "archived_months_32_bytes" CHECK (octet_length("archived_months"."sha256") = 32)
);
--> statement-breakpoint
CREATE TABLE "archived_moves" (
	"month" smallint NOT NULL,
	"account_id" bigint NOT NULL,
	"moved" bigint NOT NULL,
	CONSTRAINT "archived_moves_pkey" PRIMARY KEY("month","account_id")
);
--> statement-breakpoint
ALTER TABLE "archived_moves" ADD CONSTRAINT "archived_moves_month_archived_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."archived_months"("month") ON DELETE no action ON UPDATE no action;
