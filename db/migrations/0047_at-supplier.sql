-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "forwards_at_supplier_idx" ON "forwards" USING btree ("order_id") WHERE state in ('sending', 'unknown', 'accepted') and ended_at is null;
