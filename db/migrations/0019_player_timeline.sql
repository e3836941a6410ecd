CREATE TYPE "public"."player_flag" AS ENUM('WATCH', 'VIP', 'CHARGEBACK_RISK', 'PROBLEM_GAMBLING');--> statement-breakpoint
CREATE TYPE "public"."play_safety_setting" AS ENUM('LIMIT', 'TIME_OUT', 'EXCLUSION', 'REALITY_CHECK');--> statement-breakpoint
CREATE TABLE "player_flags" (
	"player_id" bigint NOT NULL,
	"flag" "player_flag" NOT NULL,
	"reason" text NOT NULL,
	"set_by" bigint NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "player_flags_pkey" PRIMARY KEY("player_id","flag"),
	CONSTRAINT "player_flags_reason_length" CHECK (char_length("player_flags"."reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "player_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "player_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"player_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "player_notes_text_length" CHECK (char_length("player_notes"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "play_safety_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "play_safety_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"player_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"setting" "play_safety_setting" NOT NULL,
	"kind" "play_limit_kind",
	"period" "play_limit_period",
	"amount" bigint,
	"effective_at" timestamp (3) with time zone,
	"until" timestamp (3) with time zone,
	"minutes" smallint,
	CONSTRAINT "play_safety_changes_limit_fields" CHECK (("play_safety_changes"."setting" = 'LIMIT') = ("play_safety_changes"."kind" is not null and "play_safety_changes"."period" is not null))
);
--> statement-breakpoint
ALTER TABLE "player_flags" ADD CONSTRAINT "player_flags_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_flags" ADD CONSTRAINT "player_flags_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_notes" ADD CONSTRAINT "player_notes_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_notes" ADD CONSTRAINT "player_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "player_flags_flag_index" ON "player_flags" USING btree ("flag","player_id");--> statement-breakpoint
CREATE INDEX "player_notes_player_id_created_at_index" ON "player_notes" USING btree ("player_id","created_at","id");--> statement-breakpoint
CREATE INDEX "play_safety_changes_player_id_at_index" ON "play_safety_changes" USING btree ("player_id","at","id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_created_at_index" ON "sessions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_ended_at_index" ON "sessions" USING btree ("user_id","ended_at","id") WHERE "sessions"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_about_index" ON "audit_log" USING btree ("subject","at","id") WHERE "audit_log"."subject_type" = 'user' and "audit_log"."action" not in ('session:open', 'session:refuse', 'member:read', 'member:note', 'account:export');--> statement-breakpoint
CREATE INDEX "tickets_player_id_created_at_index" ON "tickets" USING btree ("player_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_player_id_resolved_at_index" ON "tickets" USING btree ("player_id","resolved_at","id") WHERE "tickets"."resolved_at" is not null;--> statement-breakpoint
CREATE INDEX "play_credits_player_id_created_at_index" ON "play_credits" USING btree ("player_id","created_at","id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_player_id_created_at_index" ON "wallet_transactions" USING btree ("player_id","created_at","id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_player_id_decided_at_index" ON "wallet_transactions" USING btree ("player_id","decided_at","id") WHERE "wallet_transactions"."decided_at" is not null;