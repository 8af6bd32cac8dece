ALTER TABLE "ledger" DROP CONSTRAINT "ledger_contra_check";--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_reference_check";--> statement-breakpoint
DROP INDEX "ledger_recharge_key";--> statement-breakpoint
ALTER TABLE "recharges" ADD COLUMN "reversed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recharges" ADD COLUMN "reversed_by" bigint;--> statement-breakpoint
ALTER TABLE "recharges" ADD COLUMN "reversed_nanos" bigint;--> statement-breakpoint
ALTER TABLE "recharges" ADD COLUMN "reversal_reason" text;--> statement-breakpoint
ALTER TABLE "recharges" ADD COLUMN "reversal_request_id" uuid;--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_reversed_by_users_id_fk" FOREIGN KEY ("reversed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recharges_reversal_request_key" ON "recharges" USING btree ("reversal_request_id","reversed_by");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_recharge_key" ON "ledger" USING btree ("recharge_id","kind") WHERE recharge_id is not null;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_contra_check" CHECK ("ledger"."contra_id" = case "ledger"."kind" when 'recharge' then 2 when 'recharge_reversal' then 2 when 'grant' then 3 else 1 end);--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_reference_check" CHECK (case "ledger"."kind"
        when 'recharge' then "ledger"."recharge_id" is not null and num_nonnulls("ledger"."order_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" > 0
        when 'recharge_reversal' then "ledger"."recharge_id" is not null and num_nonnulls("ledger"."order_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" < 0
        when 'grant' then "ledger"."grant_id" is not null and num_nonnulls("ledger"."order_id", "ledger"."recharge_id") = 0
        when 'order_charge' then "ledger"."order_id" is not null and num_nonnulls("ledger"."recharge_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" < 0
        when 'order_recharge' then "ledger"."order_id" is not null and num_nonnulls("ledger"."recharge_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" < 0
        when 'order_refund' then "ledger"."order_id" is not null and num_nonnulls("ledger"."recharge_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" > 0
        when 'order_partial_refund' then "ledger"."order_id" is not null and num_nonnulls("ledger"."recharge_id", "ledger"."grant_id") = 0 and "ledger"."amount_nanos" > 0
        else false end);--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_reversed_check" CHECK (case when "recharges"."reversed_at" is null
        then num_nonnulls("recharges"."reversed_by", "recharges"."reversed_nanos", "recharges"."reversal_reason", "recharges"."reversal_request_id") = 0
        else "recharges"."status" = 'approved' and num_nulls("recharges"."reversed_by", "recharges"."reversed_nanos", "recharges"."reversal_reason") = 0
          and "recharges"."reversed_nanos" between 0 and "recharges"."amount_nanos" end);
--> statement-breakpoint
DROP TRIGGER recharges_decided_once ON recharges;
--> statement-breakpoint
-- A decided recharge changes once more at most: an approved one is reversed, and nothing else of it changes with that.
CREATE TRIGGER recharges_decided_once BEFORE UPDATE ON recharges
  FOR EACH ROW WHEN (
    (OLD.status = 'pending' AND NEW.reversed_at IS NOT NULL)
    OR (OLD.status <> 'pending' AND (
      OLD.status <> 'approved' OR OLD.reversed_at IS NOT NULL OR NEW.reversed_at IS NULL
      OR (OLD.status, OLD.reason, OLD.decided_by, OLD.decided_at)
         IS DISTINCT FROM (NEW.status, NEW.reason, NEW.decided_by, NEW.decided_at)))
    OR (OLD.id, OLD.user_id, OLD.method_id, OLD.method_name, OLD.amount_nanos, OLD.rate_paisa, OLD.paid_taka,
        OLD.reference, OLD.request_id, OLD.created_at)
       IS DISTINCT FROM
       (NEW.id, NEW.user_id, NEW.method_id, NEW.method_name, NEW.amount_nanos, NEW.rate_paisa, NEW.paid_taka,
        NEW.reference, NEW.request_id, NEW.created_at)
  ) EXECUTE FUNCTION refuse_change('a recharge is decided once, and its terms are fixed');
