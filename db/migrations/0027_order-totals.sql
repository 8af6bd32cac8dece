CREATE TABLE "order_totals" (
	"quarter" timestamp with time zone PRIMARY KEY NOT NULL,
	"orders" bigint NOT NULL,
	"earned_nanos" numeric(30, 0) NOT NULL,
	CONSTRAINT "order_totals_quarter_check" CHECK ("order_totals"."quarter" = date_bin('15 minutes', "order_totals"."quarter", timestamptz 'epoch'))
);
--> statement-breakpoint
-- Both tables are kept up to the same moment: they are made anew together when they are next needed.
DELETE FROM "money_totals";--> statement-breakpoint
UPDATE "money_totals_state" SET "until" = NULL;
