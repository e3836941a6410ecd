CREATE TABLE "balance_corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "balance_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"player_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"evidence" text NOT NULL,
	"message" text,
	"made_by" bigint NOT NULL,
	"checked_by" bigint,
	"proposal_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "balance_corrections_amount" CHECK ("balance_corrections"."amount" <> 0 and abs("balance_corrections"."amount") <= 1000000000),
	CONSTRAINT "balance_corrections_reason_length" CHECK (char_length(btrim("balance_corrections"."reason")) between 10 and 500),
	CONSTRAINT "balance_corrections_evidence_length" CHECK (char_length(btrim("balance_corrections"."evidence")) between 1 and 200),
	CONSTRAINT "balance_corrections_message_length" CHECK (char_length(btrim("balance_corrections"."message")) between 1 and 150),
	CONSTRAINT "balance_corrections_two_admins" CHECK ("balance_corrections"."checked_by" <> "balance_corrections"."made_by"),
	CONSTRAINT "balance_corrections_checked" CHECK (("balance_corrections"."checked_by" is null) = ("balance_corrections"."proposal_id" is null))
);
--> statement-breakpoint
ALTER TABLE "balance_corrections" ADD CONSTRAINT "balance_corrections_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_corrections" ADD CONSTRAINT "balance_corrections_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_corrections" ADD CONSTRAINT "balance_corrections_checked_by_users_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_corrections" ADD CONSTRAINT "balance_corrections_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "balance_corrections_proposal_unique" ON "balance_corrections" USING btree ("proposal_id");--> statement-breakpoint
CREATE INDEX "balance_corrections_player_id_index" ON "balance_corrections" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "balance_corrections_created_at_index" ON "balance_corrections" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once_per_correction" ON "transfers" USING btree ("reference_id") WHERE "transfers"."kind" = 'correction';