CREATE INDEX "ledger_period_idx" ON "ledger" USING btree ("account_id","at","amount_nanos");--> statement-breakpoint
CREATE INDEX "orders_user_charge_idx" ON "orders" USING btree ("user_id","charge_nanos","id");--> statement-breakpoint
CREATE INDEX "recharges_user_amount_idx" ON "recharges" USING btree ("user_id","amount_nanos","id");