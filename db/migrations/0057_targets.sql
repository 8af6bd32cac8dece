ALTER TABLE "orders" ADD COLUMN "target_key" text;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "platform" text;
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "kinds" text[];
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "link_fit" text DEFAULT 'off' NOT NULL;
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_link_fit_check" CHECK ("settings"."link_fit" in ('off', 'note', 'refuse'));
--> statement-breakpoint
ALTER TABLE "recharges" DROP CONSTRAINT "recharges_reference_check";
--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_reference_check" CHECK ("recharges"."reference" ~ '^[A-Za-z0-9_-]{4,80}$') NOT VALID;
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "recharges" VALIDATE CONSTRAINT "recharges_reference_check";
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_open_target_idx" ON "orders" USING btree ("user_id","target_key") WHERE status in ('pending', 'processing');
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_open_without_target_idx" ON "orders" USING btree ("id") WHERE target_key is null and status in ('pending', 'processing');
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_without_target_idx" ON "orders" USING btree ("created_at") WHERE target_key is null;
--> statement-breakpoint
-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "orders_open_user_idx";
