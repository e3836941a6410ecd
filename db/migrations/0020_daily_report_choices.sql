CREATE TABLE "daily_report_choices" (
	"admin_id" bigint PRIMARY KEY NOT NULL,
	"wanted" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "daily_report_choices" ADD CONSTRAINT "daily_report_choices_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;