CREATE TYPE "public"."statement_aside_kind" AS ENUM('charge', 'interest', 'own_transfer', 'returned', 'unclaimed');--> statement-breakpoint
CREATE TABLE "unclaimed_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unclaimed_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"line_id" bigint NOT NULL,
	"kind" "transfer_kind" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unclaimed_moves_kind" CHECK ("unclaimed_moves"."kind" in ('unclaimed_receipt', 'unclaimed_reversal'))
);
--> statement-breakpoint
ALTER TABLE "liability_days" ADD COLUMN "unclaimed" bigint;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "aside_kind" "statement_aside_kind";--> statement-breakpoint
ALTER TABLE "unclaimed_moves" ADD CONSTRAINT "unclaimed_moves_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unclaimed_moves_line_index" ON "unclaimed_moves" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "statement_lines_unclaimed_index" ON "statement_lines" USING btree ("day","id") WHERE "statement_lines"."aside_kind" = 'unclaimed';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_unclaimed_unique" ON "ledger_accounts" USING btree ("kind") WHERE "ledger_accounts"."kind" = 'unclaimed';--> statement-breakpoint
ALTER TABLE "liability_days" ADD CONSTRAINT "liability_days_unclaimed_not_negative" CHECK ("liability_days"."unclaimed" >= 0);--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_aside_kind" CHECK ("statement_lines"."aside_kind" is null or "statement_lines"."state" = 'set_aside');--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_unclaimed_came_in" CHECK ("statement_lines"."aside_kind" <> 'unclaimed' or "statement_lines"."direction" = 'credit');--> statement-breakpoint
INSERT INTO "ledger_accounts" ("kind") VALUES ('unclaimed');