ALTER TABLE "users" ADD COLUMN "phone_e164" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_read" text;
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_phone_e164_idx" ON "users" USING btree ("phone_e164") WHERE phone_read = phone;
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_phone_unread_idx" ON "users" USING btree ("id") WHERE phone_read is distinct from phone;
