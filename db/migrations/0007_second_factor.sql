CREATE TABLE "recovery_codes" (
	"factor_id" bigint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_factor_id_code_hash_pk" PRIMARY KEY("factor_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "second_factors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"secret" "bytea" NOT NULL,
	"key_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint,
	CONSTRAINT "second_factors_confirmed_by_code" CHECK (("second_factors"."confirmed_at" is null) = ("second_factors"."last_step" is null))
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_factor_id_second_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."second_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_confirmed_unique" ON "second_factors" USING btree ("user_id") WHERE "second_factors"."confirmed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_pending_unique" ON "second_factors" USING btree ("user_id") WHERE "second_factors"."confirmed_at" is null;