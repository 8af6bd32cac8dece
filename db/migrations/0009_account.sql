ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "support_email" text;--> statement-breakpoint
UPDATE "sessions" SET "last_used_at" = coalesce(
	(SELECT max("created_at") FROM "refresh_tokens" WHERE "session_id" = "sessions"."id"), "created_at");
