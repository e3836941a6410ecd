CREATE TABLE "witness_sets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "witness_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vkeys" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "witness_sets_not_empty" CHECK (cardinality("witness_sets"."vkeys") between 1 and 15)
);
--> statement-breakpoint
CREATE TABLE "log_cosignatures" (
	"size" bigint NOT NULL,
	"vkey" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "log_cosignatures_pkey" PRIMARY KEY("size","vkey")
);
--> statement-breakpoint
CREATE TABLE "log_witnesses" (
	"vkey" text PRIMARY KEY NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"retry_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"fault" text
);
--> statement-breakpoint
ALTER TABLE "contests" DROP CONSTRAINT "contests_draw_version_complete";--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "witness_set_id" bigint;--> statement-breakpoint
ALTER TABLE "log_cosignatures" ADD CONSTRAINT "log_cosignatures_size_log_checkpoints_size_fk" FOREIGN KEY ("size") REFERENCES "public"."log_checkpoints"("size") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "witness_sets_vkeys_unique" ON "witness_sets" USING btree ("vkeys");--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_witness_set_id_witness_sets_id_fk" FOREIGN KEY ("witness_set_id") REFERENCES "public"."witness_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_draw_version_complete" CHECK ("contests"."draw_version" in (1, 2) and ("contests"."draw_version" = 2) = ("contests"."beacon_round" is not null)
      and ("contests"."draw_version" = 2 or num_nonnulls("contests"."timelock", "contests"."bets_root", "contests"."witness_set_id") = 0)
      and octet_length("contests"."bets_root") = 32 and char_length("contests"."timelock") between 1 and 2000
      and ("contests"."draw_version" = 1 or "contests"."state" not in ('DECIDED', 'SETTLED') or "contests"."bets_root" is not null));