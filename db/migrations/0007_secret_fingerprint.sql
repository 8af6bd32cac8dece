CREATE TABLE "secret_fingerprints" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	"accepted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secret_fingerprints_single_check" CHECK ("secret_fingerprints"."id" = 1)
);
