CREATE TABLE "liability_days" (
	"day" date PRIMARY KEY NOT NULL,
	"last_transfer_id" bigint NOT NULL,
	"players" integer NOT NULL,
	"total" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"secret" "bytea" NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "liability_days_32_bytes" CHECK (octet_length("liability_days"."root") = 32 and octet_length("liability_days"."secret") = 32),
	CONSTRAINT "liability_days_not_negative" CHECK ("liability_days"."total" >= 0 and "liability_days"."players" > 0)
);
--> statement-breakpoint
CREATE TABLE "liability_nodes" (
	"day" date NOT NULL,
	"level" smallint NOT NULL,
	"place" integer NOT NULL,
	"player_id" bigint,
	"total" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "liability_nodes_pkey" PRIMARY KEY("day","level","place"),
	CONSTRAINT "liability_nodes_not_negative" CHECK ("liability_nodes"."total" >= 0)
);
--> statement-breakpoint
CREATE INDEX "liability_nodes_player_id_index" ON "liability_nodes" USING btree ("player_id","day");