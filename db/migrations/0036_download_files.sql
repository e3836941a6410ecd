CREATE TABLE "download_files" (
	"link_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"media_type" text,
	"name" text,
	"kept" bigint DEFAULT 0 NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "download_files_state" CHECK ("download_files"."state" in ('opening', 'building', 'whole', 'cut', 'failed'))
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "download_pieces" (
	"link_id" bigint NOT NULL,
	"starts_at" bigint NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "download_pieces_pkey" PRIMARY KEY("link_id","starts_at")
);
--> statement-breakpoint
ALTER TABLE "link_tokens" ADD COLUMN "uses" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "download_files" ADD CONSTRAINT "download_files_link_id_link_tokens_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."link_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_pieces" ADD CONSTRAINT "download_pieces_link_id_download_files_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."download_files"("link_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "download_files_read_at_index" ON "download_files" USING btree ("read_at");