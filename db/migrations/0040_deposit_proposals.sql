ALTER TYPE "public"."proposal_kind" ADD VALUE 'deposit';
