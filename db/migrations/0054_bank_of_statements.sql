ALTER TABLE "statements" ADD COLUMN "bank" text;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_bank_length" CHECK (char_length("statements"."bank") between 1 and 40);