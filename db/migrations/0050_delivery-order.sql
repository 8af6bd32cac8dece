ALTER TABLE "webhook_deliveries" ADD COLUMN "retries" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at","id") WHERE status = 'waiting';
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_subject_idx" ON "webhook_deliveries" USING btree ("webhook_id","event","subject_id","id") WHERE status = 'waiting';
