CREATE TABLE "log_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_checkpoints_root_32_bytes" CHECK (octet_length("log_checkpoints"."root") = 32)
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"index" bigint PRIMARY KEY NOT NULL,
	"contest_id" bigint,
	"entry" text NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_entries_hash_32_bytes" CHECK (octet_length("log_entries"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "log_pending" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "log_pending_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contest_id" bigint,
	"entry" text NOT NULL,
	CONSTRAINT "log_pending_entry_length" CHECK (octet_length("log_pending"."entry") between 2 and 65535)
);
--> statement-breakpoint
CREATE TABLE "log_subtrees" (
	"level" smallint NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_subtrees_pkey" PRIMARY KEY("level","index"),
	CONSTRAINT "log_subtrees_hash_32_bytes" CHECK (octet_length("log_subtrees"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "public_logs" (
	"id" smallint PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	CONSTRAINT "public_logs_one_row" CHECK ("public_logs"."id" = 1),
	CONSTRAINT "public_logs_origin_form" CHECK ("public_logs"."origin" ~ '^[!-*,-~]{1,200}$')
);
--> statement-breakpoint
ALTER TABLE "log_entries" ADD CONSTRAINT "log_entries_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_pending" ADD CONSTRAINT "log_pending_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_checkpoints_created_at_index" ON "log_checkpoints" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "log_entries_contest_id_index" ON "log_entries" USING btree ("contest_id");