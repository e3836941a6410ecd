ALTER TYPE "public"."signal_kind" ADD VALUE 'excludedAccount';--> statement-breakpoint
ALTER TYPE "public"."signal_kind" ADD VALUE 'excludedDevice';--> statement-breakpoint
CREATE TABLE "excluded_device_uses" (
	"player_id" bigint NOT NULL,
	"excluded_id" bigint NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "excluded_device_uses_pkey" PRIMARY KEY("player_id","excluded_id"),
	CONSTRAINT "excluded_device_uses_of_two" CHECK ("excluded_device_uses"."player_id" <> "excluded_device_uses"."excluded_id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "money_mode" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "public_url" text;--> statement-breakpoint
ALTER TABLE "excluded_device_uses" ADD CONSTRAINT "excluded_device_uses_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "excluded_device_uses" ADD CONSTRAINT "excluded_device_uses_excluded_id_users_id_fk" FOREIGN KEY ("excluded_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "excluded_device_uses_excluded_id_index" ON "excluded_device_uses" USING btree ("excluded_id");