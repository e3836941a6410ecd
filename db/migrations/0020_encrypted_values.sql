-- Secrets at rest carry the id of the key that they are encrypted with; null means in clear.
CREATE TABLE "reports" (
	"name" text PRIMARY KEY NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chain_checkpoints" DROP CONSTRAINT "chain_checkpoints_seed_32_bytes";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "body" SET DATA TYPE bytea USING convert_to("body", 'UTF8');--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "chain_checkpoints" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "server_secrets" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "chain_checkpoints" ADD CONSTRAINT "chain_checkpoints_seed_length" CHECK (octet_length("chain_checkpoints"."seed") = case when "chain_checkpoints"."key_id" is null then 32 else 60 end);--> statement-breakpoint
-- Checkpoints may now be encrypted anew: guard_checkpoint_change() says how, chain_checkpoints_kept refuses the rest.
DROP TRIGGER "chain_checkpoints_insert_only" ON "chain_checkpoints";
