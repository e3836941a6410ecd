CREATE SEQUENCE "public"."bet_numbers_half" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."bet_numbers_one" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."bet_numbers_three" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "number" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "bets_contest_id_number_unique" ON "bets" USING btree ("contest_id","number") WHERE "bets"."number" is not null;--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_number_positive" CHECK ("bets"."number" > 0);