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
CREATE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR DELETE ON ledger_checkpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_change('a checkpoint of the ledger is append-only');
--> statement-breakpoint
CREATE TRIGGER ledger_checkpoints_no_truncate BEFORE TRUNCATE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('a checkpoint of the ledger is append-only');
--> statement-breakpoint
INSERT INTO ledger_proof DEFAULT VALUES;
