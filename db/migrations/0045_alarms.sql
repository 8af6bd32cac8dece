CREATE TABLE "alarms" (
	"kind" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"latest" timestamp with time zone,
	"notified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"line" text NOT NULL,
	"telegram_due_at" timestamp with time zone,
	"telegram_attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "telegram_chat_id" text;
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "sealed_telegram_token" text;
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_telegram_check" CHECK (("settings"."telegram_chat_id" is null) = ("settings"."sealed_telegram_token" is null) and char_length("settings"."telegram_chat_id") <= 64);
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "forwards_flag_idx" ON "forwards" USING btree ("flag","id") WHERE flag is not null;
