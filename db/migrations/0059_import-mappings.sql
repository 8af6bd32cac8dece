CREATE TABLE "import_mappings" (
	"headers" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);