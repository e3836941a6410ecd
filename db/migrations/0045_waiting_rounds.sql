CREATE TABLE "void_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "void_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contest_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"made_by" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stopped_by" bigint,
	CONSTRAINT "void_notices_reason_length" CHECK (char_length("void_notices"."reason") between 10 and 500),
	CONSTRAINT "void_notices_stopped_complete" CHECK (("void_notices"."stopped_at" is null) = ("void_notices"."stopped_by" is null))
);
--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "beacon_relays" text[];--> statement-breakpoint
ALTER TABLE "liability_days" ADD COLUMN "waiting_stakes" bigint;--> statement-breakpoint
ALTER TABLE "void_notices" ADD CONSTRAINT "void_notices_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "void_notices" ADD CONSTRAINT "void_notices_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "void_notices" ADD CONSTRAINT "void_notices_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "void_notices_standing_unique" ON "void_notices" USING btree ("contest_id") WHERE "void_notices"."stopped_at" is null;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_beacon_relays" CHECK ("contests"."beacon_relays" is null or "contests"."draw_version" = 2 and cardinality("contests"."beacon_relays") between 1 and 8);--> statement-breakpoint
ALTER TABLE "liability_days" ADD CONSTRAINT "liability_days_waiting_not_negative" CHECK ("liability_days"."waiting_stakes" >= 0);