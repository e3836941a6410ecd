CREATE TYPE "public"."pause_scope" AS ENUM('sapreHalf', 'sapreOne', 'sapreThree', 'deposits', 'withdrawals', 'everything');--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	"text_hi" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" bigint NOT NULL,
	CONSTRAINT "announcements_times_ordered" CHECK ("announcements"."starts_at" < "announcements"."ends_at"),
	CONSTRAINT "announcements_text_length" CHECK (char_length("announcements"."text") between 3 and 300 and char_length("announcements"."text_hi") between 3 and 300)
);
--> statement-breakpoint
CREATE TABLE "pauses" (
	"scope" "pause_scope" PRIMARY KEY NOT NULL,
	"notice" text NOT NULL,
	"notice_hi" text,
	"paused_at" timestamp (3) with time zone NOT NULL,
	"paused_by" bigint NOT NULL,
	CONSTRAINT "pauses_notice_length" CHECK (char_length("pauses"."notice") between 3 and 300 and char_length("pauses"."notice_hi") between 3 and 300)
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_paused_by_users_id_fk" FOREIGN KEY ("paused_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_ends_at_index" ON "announcements" USING btree ("ends_at");