DROP INDEX "audit_entries_recent_idx";--> statement-breakpoint
DROP INDEX "audit_entries_admin_idx";--> statement-breakpoint
DROP INDEX "audit_entries_action_idx";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "bulk_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "is_first" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_bulk_idx" ON "audit_entries" USING btree ("bulk_id","at","id") WHERE bulk_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_bulk_first_key" ON "audit_entries" USING btree ("bulk_id") WHERE bulk_id is not null and is_first;--> statement-breakpoint
CREATE INDEX "audit_entries_recent_idx" ON "audit_entries" USING btree ("at","id") WHERE is_first;--> statement-breakpoint
CREATE INDEX "audit_entries_admin_idx" ON "audit_entries" USING btree ("admin_id","at","id") WHERE is_first;--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("action","at","id") WHERE is_first;