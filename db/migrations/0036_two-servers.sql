CREATE TABLE "backup_schedule" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_started_at" timestamp with time zone,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "backup_schedule_single_check" CHECK ("backup_schedule"."id" = 1),
	CONSTRAINT "backup_schedule_claim_check" CHECK (("backup_schedule"."claim" is null) = ("backup_schedule"."claimed_until" is null))
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"entry" text NOT NULL,
	"bytes" bigint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "backups_bytes_check" CHECK ("backups"."bytes" >= 0),
	CONSTRAINT "backups_length_check" CHECK (length("backups"."host") <= 255 and length("backups"."entry") <= 4096)
);
--> statement-breakpoint
CREATE TABLE "outgoing_hold" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	"last_mail_id" bigint NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "outgoing_hold_single_check" CHECK ("outgoing_hold"."id" = 1),
	CONSTRAINT "outgoing_hold_reason_check" CHECK (length("outgoing_hold"."reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "ledger_checkpoints" (
	"account_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"balance_nanos" bigint NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_checkpoints_account_id_seq_pk" PRIMARY KEY("account_id","seq"),
	CONSTRAINT "ledger_checkpoints_seq_check" CHECK ("ledger_checkpoints"."seq" > 0),
	CONSTRAINT "ledger_checkpoints_balance_check" CHECK ("ledger_checkpoints"."balance_nanos" >= 0),
	CONSTRAINT "ledger_checkpoints_hash_check" CHECK ("ledger_checkpoints"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "ledger_proof" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"orders_until" timestamp with time zone,
	"full_at" timestamp with time zone,
	"full_problems" integer,
	CONSTRAINT "ledger_proof_single_check" CHECK ("ledger_proof"."id" = 1),
	CONSTRAINT "ledger_proof_full_check" CHECK (("ledger_proof"."full_at" is null) = ("ledger_proof"."full_problems" is null))
);
--> statement-breakpoint
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
CREATE INDEX "acknowledged_missing_open_idx" ON "acknowledged_missing" USING btree ("id") WHERE outcome is null and found_at is null;
--> statement-breakpoint
CREATE TRIGGER backups_append_only BEFORE UPDATE OR DELETE ON backups
  FOR EACH ROW EXECUTE FUNCTION refuse_change('a finished backup is recorded once');
--> statement-breakpoint
CREATE TRIGGER backups_no_truncate BEFORE TRUNCATE ON backups
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('a finished backup is recorded once');
--> statement-breakpoint
-- Commands write these tables, too, and a running panel notices within two seconds.
INSERT INTO changes (topic) VALUES ('backups'), ('outgoing');
--> statement-breakpoint
CREATE TRIGGER backups_change AFTER INSERT ON backups
  FOR EACH STATEMENT EXECUTE FUNCTION count_change('backups');
--> statement-breakpoint
CREATE TRIGGER outgoing_hold_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON outgoing_hold
  FOR EACH STATEMENT EXECUTE FUNCTION count_change('outgoing');
--> statement-breakpoint
CREATE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR DELETE ON ledger_checkpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_change('a checkpoint of the ledger is append-only');
--> statement-breakpoint
CREATE TRIGGER ledger_checkpoints_no_truncate BEFORE TRUNCATE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('a checkpoint of the ledger is append-only');
--> statement-breakpoint
INSERT INTO ledger_proof DEFAULT VALUES;
--> statement-breakpoint
CREATE TRIGGER acknowledged_missing_kept BEFORE DELETE ON acknowledged_missing
  FOR EACH ROW EXECUTE FUNCTION refuse_change('missing entries are kept');--> statement-breakpoint
CREATE TRIGGER acknowledged_missing_no_truncate BEFORE TRUNCATE ON acknowledged_missing
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('missing entries are kept');--> statement-breakpoint
CREATE TRIGGER acknowledged_missing_settled_once BEFORE UPDATE ON acknowledged_missing
  FOR EACH ROW WHEN (OLD.outcome IS NOT NULL) EXECUTE FUNCTION refuse_change('a missing entry is settled once');
