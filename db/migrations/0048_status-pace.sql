ALTER TABLE "forwards" ADD COLUMN "status_late_at" timestamp (3) with time zone;
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "forwards_late_idx" ON "forwards" USING btree ("supplier_id","status_late_at") WHERE ended_at is null and status_due_at is not null;
