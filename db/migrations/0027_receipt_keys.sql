CREATE TABLE "receipt_keys" (
	"vkey" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipt_keys_form" CHECK ("receipt_keys"."vkey" ~ '^[!-*,-~]{1,200}[+][0-9a-f]{8}[+][A-Za-z0-9+/]{44}$')
);
