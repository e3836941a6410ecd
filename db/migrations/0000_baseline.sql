-- All tables as they were when the history before this file was folded into it, down to the order of the columns, and the
-- rows that every database has from the start. Functions and triggers are in db/functions.
CREATE TYPE "public"."link_purpose" AS ENUM('password_reset', 'password_reset_token', 'sign_in', 'download');--> statement-breakpoint
CREATE TYPE "public"."user_status" AS ENUM('active', 'deactivated');--> statement-breakpoint
CREATE TYPE "public"."user_type" AS ENUM('player', 'admin');--> statement-breakpoint
CREATE TYPE "public"."activity_grain" AS ENUM('hour', 'day');--> statement-breakpoint
CREATE TYPE "public"."activity_scope" AS ENUM('platform', 'sapreHalf', 'sapreOne', 'sapreThree');--> statement-breakpoint
CREATE TYPE "public"."contest_state" AS ENUM('OPEN', 'CLOSED', 'DECIDED', 'SETTLED');--> statement-breakpoint
CREATE TYPE "public"."decided_by" AS ENUM('OPERATOR', 'DRAW', 'PROFIT_RULE');--> statement-breakpoint
CREATE TYPE "public"."game_type" AS ENUM('sapreHalf', 'sapreOne', 'sapreThree');--> statement-breakpoint
CREATE TYPE "public"."payee_channel" AS ENUM('upi', 'bank');--> statement-breakpoint
CREATE TYPE "public"."ticket_status" AS ENUM('pending', 'success');--> statement-breakpoint
CREATE TYPE "public"."ledger_account_kind" AS ENUM('player_available', 'player_held', 'contest', 'house', 'cash');--> statement-breakpoint
CREATE TYPE "public"."transaction_status" AS ENUM('pending', 'success', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."transaction_type" AS ENUM('credit', 'debit');--> statement-breakpoint
CREATE TYPE "public"."transfer_kind" AS ENUM('deposit', 'withdrawal_hold', 'withdrawal_return', 'withdrawal_payout', 'bet_stake', 'bet_refund', 'bet_payout', 'contest_result', 'correction');--> statement-breakpoint
CREATE TABLE "known_devices" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "link_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"purpose" "link_purpose" NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"target" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"session_id" bigint,
	"link_id" bigint,
	CONSTRAINT "link_tokens_purpose_fields" CHECK (("link_tokens"."purpose" = 'download') = ("link_tokens"."target" is not null and "link_tokens"."session_id" is not null)
      and ("link_tokens"."purpose" = 'password_reset_token') = ("link_tokens"."link_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"last_error" text,
	"key_id" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"refresh_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"user_agent" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "token_buckets" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"full_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"avatar" text NOT NULL,
	"user_type" "user_type" NOT NULL,
	"status" "user_status" DEFAULT 'active' NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	"deactivation_reason" text,
	CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_uid_digits" CHECK ("users"."uid" ~ '^[0-9]{6,12}$'),
	CONSTRAINT "users_name_length" CHECK (char_length("users"."name") between 1 and 80),
	CONSTRAINT "users_primary_is_active_admin" CHECK (not "users"."is_primary" or ("users"."user_type" = 'admin' and "users"."status" = 'active')),
	CONSTRAINT "users_deactivated_has_instant" CHECK (("users"."status" = 'deactivated') = ("users"."deactivated_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "activity_bitmaps" (
	"scope" "activity_scope" NOT NULL,
	"grain" "activity_grain" NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"chunk" integer NOT NULL,
	"players" bit(8192) NOT NULL,
	CONSTRAINT "activity_bitmaps_pkey" PRIMARY KEY("scope","grain","starts_at","chunk")
);
--> statement-breakpoint
CREATE TABLE "activity_folds" (
	"scope" "activity_scope" PRIMARY KEY NOT NULL,
	"folded_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hourly_draws" (
	"game_type" "game_type" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"winning_number" smallint NOT NULL,
	"contest_count" integer NOT NULL,
	CONSTRAINT "hourly_draws_pkey" PRIMARY KEY("game_type","hour","winning_number"),
	CONSTRAINT "hourly_draws_winning_number_range" CHECK ("hourly_draws"."winning_number" between 0 and 9)
);
--> statement-breakpoint
CREATE TABLE "player_sightings" (
	"half_hour" timestamp (3) with time zone NOT NULL,
	"player_id" bigint NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "player_sightings_pkey" PRIMARY KEY("half_hour","player_id")
);
--> statement-breakpoint
CREATE TABLE "bet_cancellations" (
	"bet_id" bigint PRIMARY KEY NOT NULL,
	"contest_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bet_keys" (
	"player_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"bet_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bet_keys_pkey" PRIMARY KEY("player_id","key")
);
--> statement-breakpoint
CREATE TABLE "bet_payouts" (
	"bet_id" bigint PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "bet_payouts_amount_positive" CHECK ("bet_payouts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "bets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contest_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"selection" smallint NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bets_amount_positive" CHECK ("bets"."amount" > 0),
	CONSTRAINT "bets_selection_range" CHECK ("bets"."selection" between 0 and 12)
);
--> statement-breakpoint
CREATE TABLE "contest_results" (
	"player_id" bigint NOT NULL,
	"contest_id" bigint NOT NULL,
	"bet_count" integer NOT NULL,
	"bet_amount" bigint NOT NULL,
	"win_amount" bigint NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_results_pkey" PRIMARY KEY("contest_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "hourly_totals" (
	"game_type" "game_type" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"contest_count" integer NOT NULL,
	"bet_count" integer NOT NULL,
	"stakes" bigint NOT NULL,
	"payouts" bigint NOT NULL,
	CONSTRAINT "hourly_totals_pkey" PRIMARY KEY("game_type","hour")
);
--> statement-breakpoint
CREATE TABLE "settlement_parts" (
	"contest_id" bigint NOT NULL,
	"part" smallint NOT NULL,
	"bet_count" integer NOT NULL,
	"stakes" bigint NOT NULL,
	"payouts" bigint NOT NULL,
	CONSTRAINT "settlement_parts_pkey" PRIMARY KEY("contest_id","part")
);
--> statement-breakpoint
CREATE TABLE "chain_checkpoints" (
	"chain_id" bigint NOT NULL,
	"index" integer NOT NULL,
	"seed" "bytea" NOT NULL,
	"key_id" text,
	CONSTRAINT "chain_checkpoints_pkey" PRIMARY KEY("chain_id","index"),
	CONSTRAINT "chain_checkpoints_seed_length" CHECK (octet_length("chain_checkpoints"."seed") = case when "chain_checkpoints"."key_id" is null then 32 else 60 end)
);
--> statement-breakpoint
CREATE TABLE "chains" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" text NOT NULL,
	"game_type" "game_type" NOT NULL,
	"length" integer NOT NULL,
	"anchor" "bytea" NOT NULL,
	"next_index" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "chains_anchor_32_bytes" CHECK (octet_length("chains"."anchor") = 32),
	CONSTRAINT "chains_next_index_range" CHECK ("chains"."next_index" between 1 and "chains"."length" + 1)
);
--> statement-breakpoint
CREATE TABLE "contests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"game_type" "game_type" NOT NULL,
	"game_id" text NOT NULL,
	"number" bigint NOT NULL,
	"slot" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"state" "contest_state" DEFAULT 'OPEN' NOT NULL,
	"account_id" bigint NOT NULL,
	"randomize" boolean NOT NULL,
	"profitability_level" smallint NOT NULL,
	"payout_table_id" bigint NOT NULL,
	"chain_id" bigint NOT NULL,
	"chain_index" integer NOT NULL,
	"commitment" "bytea" NOT NULL,
	"override_number" smallint,
	"overridden_at" timestamp (3) with time zone,
	"overridden_by" bigint,
	"selection_stakes" bigint[],
	"closed_at" timestamp (3) with time zone,
	"decided_by" "decided_by",
	"winning_number" smallint,
	"seed" "bytea",
	"outcome_payouts" bigint[],
	"settlement_parts" smallint,
	"decided_at" timestamp (3) with time zone,
	"bet_count" integer,
	"total_stakes" bigint,
	"total_payouts" bigint,
	"settled_at" timestamp (3) with time zone,
	"part_bounds" bigint[],
	"rule_version" smallint DEFAULT 2 NOT NULL,
	CONSTRAINT "contests_times_ordered" CHECK ("contests"."starts_at" < "contests"."closes_at" and "contests"."closes_at" < "contests"."ends_at"),
	CONSTRAINT "contests_level_range" CHECK ("contests"."profitability_level" between 0 and 9),
	CONSTRAINT "contests_rule_version_range" CHECK ("contests"."rule_version" in (1, 2)),
	CONSTRAINT "contests_winning_number_range" CHECK ("contests"."winning_number" between 0 and 9),
	CONSTRAINT "contests_override_number_range" CHECK ("contests"."override_number" between 0 and 9),
	CONSTRAINT "contests_commitment_32_bytes" CHECK (octet_length("contests"."commitment") = 32),
	CONSTRAINT "contests_outcome_only_when_decided" CHECK (("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."winning_number" is not null)
      and ("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."seed" is not null)
      and ("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."decided_by" is not null)
      and ("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."settlement_parts" is not null)),
	CONSTRAINT "contests_seed_opens_commitment" CHECK ("contests"."seed" is null or sha256("contests"."seed") = "contests"."commitment"),
	CONSTRAINT "contests_operator_number" CHECK ("contests"."decided_by" is distinct from 'OPERATOR' or "contests"."winning_number" = "contests"."override_number"),
	CONSTRAINT "contests_override_complete" CHECK (("contests"."override_number" is null) = ("contests"."overridden_at" is null) and ("contests"."override_number" is null) = ("contests"."overridden_by" is null))
);
--> statement-breakpoint
CREATE TABLE "payout_tables" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_tables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"basis_points" integer[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_tables_130_values" CHECK (cardinality("payout_tables"."basis_points") = 130)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY NOT NULL,
	"actor_id" bigint,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject" text NOT NULL,
	"before" text,
	"after" text,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"transaction_id" "xid8"
);
--> statement-breakpoint
CREATE TABLE "game_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"randomize" boolean DEFAULT true NOT NULL,
	"profitability_index" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "game_settings_single_row" CHECK ("game_settings"."id" = 1),
	CONSTRAINT "game_settings_profitability_index_range" CHECK ("game_settings"."profitability_index" between 0 and 9)
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" "payee_channel" NOT NULL,
	"upi_id" text,
	"account_number" text,
	"ifsc_code" text,
	"account_holder_name" text,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "payees_channel_fields" CHECK (("payees"."channel" = 'upi' and "payees"."upi_id" is not null and "payees"."account_number" is null)
       or ("payees"."channel" = 'bank' and "payees"."upi_id" is null and "payees"."account_number" is not null and "payees"."ifsc_code" is not null and "payees"."account_holder_name" is not null)),
	CONSTRAINT "payees_inactive_has_instant" CHECK ("payees"."active" = ("payees"."deactivated_at" is null)),
	CONSTRAINT "payees_removed_is_inactive" CHECK ("payees"."removed_at" is null or not "payees"."active")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"name" text PRIMARY KEY NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL,
	"key_id" text
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"uploaded_by" bigint NOT NULL,
	CONSTRAINT "documents_media_type_known" CHECK ("documents"."media_type" in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')),
	CONSTRAINT "documents_content_size" CHECK (octet_length("documents"."content") between 1 and 5242880)
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"player_id" bigint NOT NULL,
	"rating" smallint NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feedback_rating_range" CHECK ("feedback"."rating" between 1 and 5),
	CONSTRAINT "feedback_text_length" CHECK (char_length("feedback"."text") <= 400)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"cause" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"message" text NOT NULL,
	"document_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"player_id" bigint NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"status" "ticket_status" DEFAULT 'pending' NOT NULL,
	"document_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" bigint,
	CONSTRAINT "tickets_resolved_has_instant" CHECK (("tickets"."status" = 'success') = ("tickets"."resolved_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" bigint NOT NULL,
	"operation" text NOT NULL,
	"key" uuid NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("user_id","operation","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" "ledger_account_kind" NOT NULL,
	"player_id" bigint,
	"balance" bigint,
	CONSTRAINT "ledger_accounts_balance_not_negative" CHECK ("ledger_accounts"."balance" >= 0),
	CONSTRAINT "ledger_accounts_player_has_balance" CHECK (("ledger_accounts"."kind" in ('player_available', 'player_held')) = ("ledger_accounts"."balance" is not null)
      and ("ledger_accounts"."kind" in ('player_available', 'player_held')) = ("ledger_accounts"."player_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"debit_account_id" bigint NOT NULL,
	"credit_account_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"kind" "transfer_kind" NOT NULL,
	"reference_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transfers_amount_positive" CHECK ("transfers"."amount" > 0),
	CONSTRAINT "transfers_two_accounts" CHECK ("transfers"."debit_account_id" <> "transfers"."credit_account_id")
);
--> statement-breakpoint
CREATE TABLE "wallet_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"player_id" bigint NOT NULL,
	"transaction_type" "transaction_type" NOT NULL,
	"channel" "payee_channel" NOT NULL,
	"status" "transaction_status" DEFAULT 'pending' NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text,
	"payee_id" bigint,
	"upi_id" text,
	"account_number" text,
	"ifsc_code" text,
	"account_holder_name" text,
	"message" text,
	"payout_reference" text,
	"decided_by" bigint,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_transactions_amount_positive" CHECK ("wallet_transactions"."amount" > 0),
	CONSTRAINT "wallet_transactions_type_fields" CHECK (("wallet_transactions"."transaction_type" = 'credit' and "wallet_transactions"."reference" is not null and "wallet_transactions"."payee_id" is not null)
       or ("wallet_transactions"."transaction_type" = 'debit' and "wallet_transactions"."payee_id" is null and "wallet_transactions"."reference" is null
           and (("wallet_transactions"."channel" = 'upi' and "wallet_transactions"."upi_id" is not null)
             or ("wallet_transactions"."channel" = 'bank' and "wallet_transactions"."account_number" is not null and "wallet_transactions"."ifsc_code" is not null and "wallet_transactions"."account_holder_name" is not null)))),
	CONSTRAINT "wallet_transactions_reference_form" CHECK ("wallet_transactions"."reference" ~ '^[0-9A-Z]{4,35}$'),
	CONSTRAINT "wallet_transactions_decided_has_instant" CHECK (("wallet_transactions"."status" = 'pending') = ("wallet_transactions"."decided_at" is null)),
	CONSTRAINT "wallet_transactions_only_debits_cancelled" CHECK ("wallet_transactions"."status" <> 'cancelled' or "wallet_transactions"."transaction_type" = 'debit'),
	CONSTRAINT "wallet_transactions_message_length" CHECK (char_length("wallet_transactions"."message") <= 150)
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_link_id_link_tokens_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."link_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_sightings" ADD CONSTRAINT "player_sightings_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bet_cancellations" ADD CONSTRAINT "bet_cancellations_bet_id_bets_id_fk" FOREIGN KEY ("bet_id") REFERENCES "public"."bets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_parts" ADD CONSTRAINT "settlement_parts_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_checkpoints" ADD CONSTRAINT "chain_checkpoints_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_payout_table_id_payout_tables_id_fk" FOREIGN KEY ("payout_table_id") REFERENCES "public"."payout_tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_overridden_by_users_id_fk" FOREIGN KEY ("overridden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_user_id_index" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_expires_at_index" ON "known_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "link_tokens_secret_hash_unique" ON "link_tokens" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "link_tokens_user_id_index" ON "link_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "link_tokens_expires_at_index" ON "link_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "link_tokens_session_id_index" ON "link_tokens" USING btree ("session_id") WHERE "link_tokens"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "link_tokens_link_id_index" ON "link_tokens" USING btree ("link_id") WHERE "link_tokens"."link_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_due_index" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_hash_unique" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "sessions_end_index" ON "sessions" USING btree (least("ended_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "token_buckets_full_at_index" ON "token_buckets" USING btree ("full_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_uid_unique" ON "users" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "users_primary_unique" ON "users" USING btree ("is_primary") WHERE "users"."is_primary";--> statement-breakpoint
CREATE INDEX "users_name_index" ON "users" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "users_user_type_id_index" ON "users" USING btree ("user_type","id");--> statement-breakpoint
CREATE INDEX "bet_cancellations_contest_id_index" ON "bet_cancellations" USING btree ("contest_id");--> statement-breakpoint
CREATE INDEX "bet_keys_created_at_index" ON "bet_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bets_contest_id_player_id_index" ON "bets" USING btree ("contest_id","player_id");--> statement-breakpoint
CREATE INDEX "bets_player_id_id_index" ON "bets" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "contest_results_player_id_settled_at_index" ON "contest_results" USING btree ("player_id","settled_at","contest_id");--> statement-breakpoint
CREATE INDEX "contest_results_wins_index" ON "contest_results" USING btree ("settled_at") WHERE "contest_results"."win_amount" > "contest_results"."bet_amount";--> statement-breakpoint
CREATE UNIQUE INDEX "chains_chain_id_unique" ON "chains" USING btree ("chain_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chains_current_unique" ON "chains" USING btree ("game_type") WHERE "chains"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contests_game_id_unique" ON "contests" USING btree ("game_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contests_slot_unique" ON "contests" USING btree ("game_type","slot");--> statement-breakpoint
CREATE UNIQUE INDEX "contests_number_unique" ON "contests" USING btree ("game_type","number");--> statement-breakpoint
CREATE UNIQUE INDEX "contests_chain_index_unique" ON "contests" USING btree ("chain_id","chain_index");--> statement-breakpoint
CREATE UNIQUE INDEX "contests_account_id_unique" ON "contests" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contests_open_unique" ON "contests" USING btree ("game_type") WHERE "contests"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "contests_unsettled_index" ON "contests" USING btree ("game_type","ends_at") WHERE "contests"."state" <> 'SETTLED';--> statement-breakpoint
CREATE INDEX "contests_ends_at_index" ON "contests" USING btree ("game_type","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_tables_basis_points_unique" ON "payout_tables" USING btree ("basis_points");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_hash_unique" ON "audit_log" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "audit_log_action_index" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_id_index" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject_index" ON "audit_log" USING btree ("subject_type","subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payees_upi_id_unique" ON "payees" USING btree ("upi_id") WHERE "payees"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payees_account_number_unique" ON "payees" USING btree ("account_number","ifsc_code") WHERE "payees"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "payees_channel_index" ON "payees" USING btree ("channel","id");--> statement-breakpoint
CREATE INDEX "documents_uploaded_by_index" ON "documents" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE INDEX "notifications_user_id_index" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_cause_unique" ON "notifications" USING btree ("user_id","cause");--> statement-breakpoint
CREATE INDEX "notifications_created_at_index" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket_id_index" ON "ticket_messages" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "tickets_player_id_index" ON "tickets" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "tickets_status_index" ON "tickets" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_available_unique" ON "ledger_accounts" USING btree ("player_id") WHERE "ledger_accounts"."kind" = 'player_available';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_held_unique" ON "ledger_accounts" USING btree ("player_id") WHERE "ledger_accounts"."kind" = 'player_held';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_single_unique" ON "ledger_accounts" USING btree ("kind") WHERE "ledger_accounts"."kind" in ('house', 'cash');--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once_per_reference" ON "transfers" USING btree ("reference_id","kind") WHERE "transfers"."kind" not in ('bet_stake', 'correction');--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transactions_reference_unique" ON "wallet_transactions" USING btree ("channel","reference") WHERE "wallet_transactions"."transaction_type" = 'credit' and "wallet_transactions"."status" in ('pending', 'success');--> statement-breakpoint
CREATE INDEX "wallet_transactions_player_id_index" ON "wallet_transactions" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_pending_index" ON "wallet_transactions" USING btree ("id") WHERE "wallet_transactions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "wallet_transactions_created_at_index" ON "wallet_transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_reference_index" ON "wallet_transactions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "wallet_transactions_amount_index" ON "wallet_transactions" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_upi_id_index" ON "wallet_transactions" USING btree ("upi_id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_account_number_index" ON "wallet_transactions" USING btree ("account_number");--> statement-breakpoint
CREATE INDEX "wallet_transactions_history_index" ON "wallet_transactions" USING btree ("player_id","decided_at","id") WHERE "wallet_transactions"."status" = 'success';--> statement-breakpoint
-- Balances change with every batch and are in no index: room on the page keeps those updates off the indexes.
ALTER TABLE "ledger_accounts" SET (fillfactor = 60);--> statement-breakpoint
INSERT INTO "ledger_accounts" ("kind") VALUES ('house'), ('cash');--> statement-breakpoint
INSERT INTO "game_settings" ("id") VALUES (1);
