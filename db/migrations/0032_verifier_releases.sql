CREATE TABLE "verifier_releases" (
	"html" "bytea" NOT NULL,
	"python" "bytea" NOT NULL,
	"offered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verifier_releases_pkey" PRIMARY KEY("html","python"),
	CONSTRAINT "verifier_releases_32_bytes" CHECK (octet_length("verifier_releases"."html") = 32 and octet_length("verifier_releases"."python") = 32)
);
