ALTER TABLE "contests" DROP CONSTRAINT "contests_outcome_only_when_decided";--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "seed_lost" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_seed_lost_when_void" CHECK (not "contests"."seed_lost" or ("contests"."state" = 'VOID' and "contests"."decided_at" is not null and "contests"."seed" is null));--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_outcome_only_when_decided" CHECK (("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."winning_number" is not null)
      and ("contests"."draw_version" = 2 and "contests"."state" = 'CLOSED'
        or ("contests"."state" in ('DECIDED', 'SETTLED') or "contests"."voided_at" is not null and "contests"."decided_at" is not null and not "contests"."seed_lost") = ("contests"."seed" is not null))
      and ("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."decided_by" is not null)
      and ("contests"."state" in ('DECIDED', 'SETTLED')) = ("contests"."settlement_parts" is not null));