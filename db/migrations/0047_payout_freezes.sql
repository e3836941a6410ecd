CREATE TABLE "blocked_payout_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blocked_payout_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_key" text DEFAULT '' NOT NULL,
	"upi_id" text,
	"account_number" text,
	"ifsc_code" text,
	"reason" text NOT NULL,
	"blocked_by" bigint NOT NULL,
	"blocked_at" timestamp (3) with time zone NOT NULL,
	"lifted_by" bigint,
	"lifted_at" timestamp (3) with time zone,
	"lift_reason" text,
	CONSTRAINT "blocked_payout_accounts_one_account" CHECK (("blocked_payout_accounts"."upi_id" is null) = ("blocked_payout_accounts"."account_number" is not null) and ("blocked_payout_accounts"."account_number" is null) = ("blocked_payout_accounts"."ifsc_code" is null)),
	CONSTRAINT "blocked_payout_accounts_two_admins" CHECK ("blocked_payout_accounts"."lifted_by" <> "blocked_payout_accounts"."blocked_by"),
	CONSTRAINT "blocked_payout_accounts_reason_length" CHECK (char_length("blocked_payout_accounts"."reason") between 10 and 500),
	CONSTRAINT "blocked_payout_accounts_lift_complete" CHECK (("blocked_payout_accounts"."lifted_by" is null) = ("blocked_payout_accounts"."lifted_at" is null) and ("blocked_payout_accounts"."lifted_by" is null) = ("blocked_payout_accounts"."lift_reason" is null)),
	CONSTRAINT "blocked_payout_accounts_lift_reason_length" CHECK (char_length("blocked_payout_accounts"."lift_reason") between 10 and 500)
);
--> statement-breakpoint
CREATE TABLE "payout_freezes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_freezes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"player_id" bigint NOT NULL,
	"extends_id" bigint,
	"reason" text NOT NULL,
	"made_by" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_by" bigint,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "payout_freezes_ends_later" CHECK ("payout_freezes"."ends_at" > "payout_freezes"."made_at"),
	CONSTRAINT "payout_freezes_reason_length" CHECK (char_length("payout_freezes"."reason") between 10 and 500),
	CONSTRAINT "payout_freezes_end_complete" CHECK (("payout_freezes"."ended_by" is null) = ("payout_freezes"."ended_at" is null) and ("payout_freezes"."ended_by" is null) = ("payout_freezes"."end_reason" is null)),
	CONSTRAINT "payout_freezes_end_reason_length" CHECK (char_length("payout_freezes"."end_reason") between 10 and 500)
);
--> statement-breakpoint
ALTER TABLE "blocked_payout_accounts" ADD CONSTRAINT "blocked_payout_accounts_blocked_by_users_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_payout_accounts" ADD CONSTRAINT "blocked_payout_accounts_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_freezes" ADD CONSTRAINT "payout_freezes_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_freezes" ADD CONSTRAINT "payout_freezes_extends_id_payout_freezes_id_fk" FOREIGN KEY ("extends_id") REFERENCES "public"."payout_freezes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_freezes" ADD CONSTRAINT "payout_freezes_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_freezes" ADD CONSTRAINT "payout_freezes_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_payout_accounts_key_unique" ON "blocked_payout_accounts" USING btree ("account_key") WHERE "blocked_payout_accounts"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "payout_freezes_player_id_index" ON "payout_freezes" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "payout_freezes_ends_at_index" ON "payout_freezes" USING btree ("ends_at") WHERE "payout_freezes"."ended_at" is null;