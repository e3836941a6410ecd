CREATE TYPE "public"."alert_kind" AS ENUM('queueOverdue', 'statementDrift', 'unusualWin', 'failedSignIns', 'overdueRound', 'booksFailed');--> statement-breakpoint
CREATE TYPE "public"."signal_kind" AS ENUM('sharedUpi', 'sharedAccount', 'sharedDevice', 'sharedAddress', 'repeatedReference', 'oppositeBets', 'unplayed', 'newDevice');--> statement-breakpoint
CREATE TYPE "public"."signal_state" AS ENUM('open', 'reviewed', 'dismissed', 'lapsed');--> statement-breakpoint
CREATE TABLE "alert_thresholds" (
	"kind" "alert_kind" PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "alert_thresholds_range" CHECK ("alert_thresholds"."kind" in ('queueOverdue', 'unusualWin', 'failedSignIns') and "alert_thresholds"."value" between 1 and 100000000000)
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" "alert_kind" NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"acknowledged_by" bigint,
	"acknowledged_at" timestamp (3) with time zone,
	CONSTRAINT "alerts_ends_later" CHECK ("alerts"."ended_at" >= "alerts"."opened_at"),
	CONSTRAINT "alerts_acknowledged_complete" CHECK (("alerts"."acknowledged_by" is null) = ("alerts"."acknowledged_at" is null))
);
--> statement-breakpoint
CREATE TABLE "signals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" "signal_kind" NOT NULL,
	"cause_hash" "bytea" NOT NULL,
	"players" bigint[] NOT NULL,
	"score" smallint NOT NULL,
	"evidence" jsonb NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"detected_at" timestamp (3) with time zone NOT NULL,
	"state" "signal_state" DEFAULT 'open' NOT NULL,
	"reason" text,
	"decided_by" bigint,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "signals_score_range" CHECK ("signals"."score" between 1 and 100),
	CONSTRAINT "signals_has_players" CHECK (cardinality("signals"."players") > 0),
	CONSTRAINT "signals_decided_complete" CHECK (("signals"."state" in ('reviewed', 'dismissed')) = ("signals"."decided_by" is not null)
       and ("signals"."decided_by" is null) = ("signals"."decided_at" is null)
       and ("signals"."decided_by" is null) = ("signals"."reason" is null)),
	CONSTRAINT "signals_reason_length" CHECK (char_length("signals"."reason") between 10 and 500)
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_acknowledged_by_users_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signals" ADD CONSTRAINT "signals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open_unique" ON "alerts" USING btree ("kind","subject") WHERE "alerts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_ended_at_index" ON "alerts" USING btree ("ended_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "signals_cause_unique" ON "signals" USING btree ("kind","cause_hash");--> statement-breakpoint
CREATE INDEX "signals_state_index" ON "signals" USING btree ("state","score","id");--> statement-breakpoint
CREATE INDEX "signals_players_index" ON "signals" USING gin ("players");