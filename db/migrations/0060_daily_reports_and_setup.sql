CREATE TABLE "daily_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"sections" jsonb NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "doctor_runs" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL,
	"findings" jsonb NOT NULL,
	CONSTRAINT "doctor_runs_one_row" CHECK ("doctor_runs"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "setup_choices" (
	"step" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"settled_by" bigint NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "setup_choices_reason_length" CHECK (char_length(btrim("setup_choices"."reason")) between 10 and 500)
);
--> statement-breakpoint
ALTER TABLE "setup_choices" ADD CONSTRAINT "setup_choices_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "daily_reports_day_unique" ON "daily_reports" USING btree ("day");--> statement-breakpoint
CREATE INDEX "play_credits_created_at_index" ON "play_credits" USING btree ("created_at","amount");--> statement-breakpoint
CREATE INDEX "wallet_transactions_decisions_index" ON "wallet_transactions" USING btree (coalesce("approved_at", "decided_at")) WHERE coalesce("wallet_transactions"."approved_by", "wallet_transactions"."decided_by") is not null;