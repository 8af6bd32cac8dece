-- accepted: the new check of this migration replaces it
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_kind_check";--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "request_cooldown_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_kind_check" CHECK ("jobs"."kind" in ('orders', 'recharges', 'requests')) NOT VALID;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_request_cooldown_check" CHECK ("settings"."request_cooldown_hours" between 0 and 8760);
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "jobs" VALIDATE CONSTRAINT "jobs_kind_check";
