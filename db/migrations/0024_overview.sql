CREATE TABLE "money_totals" (
	"kind" text NOT NULL,
	"quarter" timestamp with time zone NOT NULL,
	"total_nanos" numeric(30, 0) NOT NULL,
	"entries" bigint NOT NULL,
	CONSTRAINT "money_totals_kind_quarter_pk" PRIMARY KEY("kind","quarter"),
	CONSTRAINT "money_totals_quarter_check" CHECK ("money_totals"."quarter" = date_bin('15 minutes', "money_totals"."quarter", timestamptz 'epoch')),
	CONSTRAINT "money_totals_entries_check" CHECK ("money_totals"."entries" > 0)
);
--> statement-breakpoint
CREATE TABLE "money_totals_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "money_totals_state_single_check" CHECK ("money_totals_state"."id" = 1)
);
--> statement-breakpoint
CREATE INDEX "ledger_at_idx" ON "ledger" USING brin ("at") WITH (pages_per_range=32,autosummarize=true);--> statement-breakpoint
CREATE INDEX "order_events_delivered_idx" ON "order_events" USING btree ("at","order_id") WHERE to_status = 'completed' and from_status <> 'rejected';--> statement-breakpoint
-- The one row of it, as of the settings.
INSERT INTO "money_totals_state" DEFAULT VALUES;