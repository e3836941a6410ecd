ALTER TYPE "public"."transfer_kind" ADD VALUE 'play_credit';--> statement-breakpoint
CREATE TABLE "play_credits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "play_credits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"player_id" bigint NOT NULL,
	"claimed_on" date,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "play_credits_amount_positive" CHECK ("play_credits"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "play_credits" ADD CONSTRAINT "play_credits_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "play_credits_sign_up_unique" ON "play_credits" USING btree ("player_id") WHERE "play_credits"."claimed_on" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "play_credits_claim_unique" ON "play_credits" USING btree ("player_id","claimed_on");