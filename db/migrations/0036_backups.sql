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
