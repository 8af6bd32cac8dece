ALTER TABLE "login_alerts" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "login_alerts" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "by_factor" boolean DEFAULT false NOT NULL;