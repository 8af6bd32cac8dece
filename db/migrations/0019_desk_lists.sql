CREATE INDEX "order_events_actor_idx" ON "order_events" USING btree ("actor_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_status_idx" ON "orders" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "orders_charge_idx" ON "orders" USING btree ("charge_nanos","id");--> statement-breakpoint
CREATE INDEX "orders_quantity_idx" ON "orders" USING btree ("quantity","id");--> statement-breakpoint
CREATE INDEX "orders_created_idx" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "recharges_status_idx" ON "recharges" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "recharges_amount_idx" ON "recharges" USING btree ("amount_nanos","id");--> statement-breakpoint
CREATE INDEX "recharges_created_idx" ON "recharges" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "recharges_method_idx" ON "recharges" USING btree ("method_id","id");--> statement-breakpoint
CREATE INDEX "recharges_decider_idx" ON "recharges" USING btree ("decided_by","id") WHERE decided_by is not null;