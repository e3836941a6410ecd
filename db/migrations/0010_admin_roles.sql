CREATE TYPE "public"."admin_role" AS ENUM('OWNER', 'FINANCE', 'SUPPORT', 'GAME', 'AUDITOR');--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "roles" "admin_role"[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Before there were roles every admin had all permissions: existing admins become owners.
UPDATE "users" SET "roles" = '{OWNER}' WHERE "user_type" = 'admin';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_roles_of_admins" CHECK ("users"."user_type" = 'admin' or cardinality("users"."roles") = 0);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_primary_is_owner" CHECK (not "users"."is_primary" or 'OWNER' = any("users"."roles"));