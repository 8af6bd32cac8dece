DROP INDEX "recharges_duplicates_idx";--> statement-breakpoint
CREATE INDEX "recharges_same_reference_idx" ON "recharges" USING btree (upper("reference"),"id");