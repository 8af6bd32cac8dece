CREATE TABLE "recharge_look_alikes" (
	"recharge_id" bigint NOT NULL,
	"other_id" bigint NOT NULL,
	CONSTRAINT "recharge_look_alikes_recharge_id_other_id_pk" PRIMARY KEY("recharge_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "recharge_look_alikes" ADD CONSTRAINT "recharge_look_alikes_recharge_id_recharges_id_fk" FOREIGN KEY ("recharge_id") REFERENCES "public"."recharges"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recharge_look_alikes" ADD CONSTRAINT "recharge_look_alikes_other_id_recharges_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."recharges"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "recharges_look_alike_idx" ON "recharges" USING btree (translate(upper("reference"), 'OILSB', '01158'),"id") WHERE status <> 'rejected';
