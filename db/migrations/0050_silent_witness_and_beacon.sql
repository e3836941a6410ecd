ALTER TYPE "public"."alert_kind" ADD VALUE 'silentWitness';--> statement-breakpoint
ALTER TYPE "public"."alert_kind" ADD VALUE 'silentBeacon';