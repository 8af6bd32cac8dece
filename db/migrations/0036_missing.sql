CREATE TABLE "acknowledged_missing" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acknowledged_missing_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"fingerprint" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint,
	"amount_nanos" bigint NOT NULL,
	"balance_after_nanos" bigint,
	"request_id" uuid,
	"order_id" bigint,
	"recharge_id" bigint,
	"grant_id" bigint,
	"created_at" timestamp (3) with time zone,
	"service_id" bigint,
	"service_name" text,
	"link" text,
	"quantity" integer,
	"charge_nanos" bigint,
	"method" text,
	"reference" text,
	"recharge_nanos" bigint,
	"acknowledged_at" timestamp (3) with time zone NOT NULL,
	"noticed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"found_at" timestamp (3) with time zone,
	"outcome" text,
	"reason" text,
	"settled_by" bigint,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "acknowledged_missing_kind_check" CHECK ("acknowledged_missing"."kind" in ('recharge', 'recharge_reversal', 'grant', 'order_charge', 'order_refund', 'order_recharge', 'order_partial_refund', 'recharge_request')),
	CONSTRAINT "acknowledged_missing_subject_check" CHECK (case
        when "acknowledged_missing"."kind" like 'order%' then num_nulls("acknowledged_missing"."order_id", "acknowledged_missing"."created_at", "acknowledged_missing"."service_id", "acknowledged_missing"."service_name", "acknowledged_missing"."link", "acknowledged_missing"."quantity", "acknowledged_missing"."charge_nanos") = 0
          and num_nonnulls("acknowledged_missing"."recharge_id", "acknowledged_missing"."grant_id") = 0
        when "acknowledged_missing"."kind" = 'grant' then num_nulls("acknowledged_missing"."grant_id", "acknowledged_missing"."request_id") = 0 and num_nonnulls("acknowledged_missing"."order_id", "acknowledged_missing"."recharge_id") = 0
        else num_nulls("acknowledged_missing"."recharge_id", "acknowledged_missing"."created_at", "acknowledged_missing"."method", "acknowledged_missing"."reference", "acknowledged_missing"."recharge_nanos") = 0
          and num_nonnulls("acknowledged_missing"."order_id", "acknowledged_missing"."grant_id") = 0 end),
	CONSTRAINT "acknowledged_missing_outcome_check" CHECK ("acknowledged_missing"."outcome" in ('restored', 'refunded', 'ignored')),
	CONSTRAINT "acknowledged_missing_settled_check" CHECK (num_nulls("acknowledged_missing"."outcome", "acknowledged_missing"."reason", "acknowledged_missing"."settled_by", "acknowledged_missing"."settled_at") in (0, 4))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "acknowledged_missing_key" ON "acknowledged_missing" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "acknowledged_missing_open_idx" ON "acknowledged_missing" USING btree ("id") WHERE outcome is null and found_at is null;--> statement-breakpoint
CREATE TRIGGER acknowledged_missing_kept BEFORE DELETE ON acknowledged_missing
  FOR EACH ROW EXECUTE FUNCTION refuse_change('missing entries are kept');--> statement-breakpoint
CREATE TRIGGER acknowledged_missing_no_truncate BEFORE TRUNCATE ON acknowledged_missing
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('missing entries are kept');--> statement-breakpoint
CREATE TRIGGER acknowledged_missing_settled_once BEFORE UPDATE ON acknowledged_missing
  FOR EACH ROW WHEN (OLD.outcome IS NOT NULL) EXECUTE FUNCTION refuse_change('a missing entry is settled once');
