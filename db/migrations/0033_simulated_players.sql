ALTER TABLE "users" ADD COLUMN "simulated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_simulated_index" ON "users" USING btree ("id") WHERE "users"."simulated";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_simulated_is_player" CHECK (not "users"."simulated" or "users"."user_type" = 'player');