DROP INDEX "services_name_idx";--> statement-breakpoint
CREATE INDEX "services_price_idx" ON "services" USING btree ("price_micros","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "services_time_idx" ON "services" USING btree ("avg_time_hours","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "services_search_idx" ON "services" USING gin (("name" || ' ' || "category" || ' ' || "description") gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "services_name_idx" ON "services" USING btree (lower("name"),"id") WHERE deleted_at is null;