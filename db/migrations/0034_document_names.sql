ALTER TABLE "documents" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_name_length" CHECK (char_length("documents"."name") between 5 and 105);