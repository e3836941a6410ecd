ALTER TABLE "mails" ADD COLUMN "money_mode" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "public_url" text;