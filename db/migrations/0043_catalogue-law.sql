CREATE TABLE "supplier_unreadable_lines" (
	"supplier_id" bigint NOT NULL,
	"line_no" integer NOT NULL,
	"external_id" text,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "supplier_unreadable_lines_supplier_id_line_no_pk" PRIMARY KEY("supplier_id","line_no"),
	CONSTRAINT "supplier_unreadable_lines_reason_check" CHECK ("supplier_unreadable_lines"."reason" in ('no_service', 'too_long', 'no_id', 'no_name', 'no_rate', 'rate_not_a_number', 'rate_negative', 'rate_other_currency', 'limits_not_numbers', 'two_rates')),
	CONSTRAINT "supplier_unreadable_lines_text_check" CHECK (char_length("supplier_unreadable_lines"."external_id") between 1 and 64 and char_length("supplier_unreadable_lines"."name") <= 500)
);
--> statement-breakpoint
ALTER TABLE "services" DROP CONSTRAINT "services_type_check";
--> statement-breakpoint
ALTER TABLE "services" DROP CONSTRAINT "services_paused_reason_check";
--> statement-breakpoint
ALTER TABLE "service_sources" DROP CONSTRAINT "service_sources_pause_reason_check";
--> statement-breakpoint
ALTER TABLE "service_sources" ADD COLUMN "waiting" text;
--> statement-breakpoint
ALTER TABLE "supplier_rules" ADD COLUMN "rise_basis_points" integer DEFAULT 5000 NOT NULL;
--> statement-breakpoint
ALTER TABLE "supplier_rules" ADD COLUMN "law_told_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "lines_unreadable" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "lines_left_out" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "supplier_unreadable_lines" ADD CONSTRAINT "supplier_unreadable_lines_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_type_check" CHECK (case type when 'default' then per = 1000 and min >= 1 when 'custom_comments' then per = 1000 and min >= 1 when 'package' then per = 1 and min >= 1 and max = 1 when 'custom_comments_package' then per = 1 and min >= 1 and max = 1 else false end) NOT VALID;
--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_paused_reason_check" CHECK ("services"."paused_reason" in ('below_cost', 'dearer', 'gone')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "service_sources" ADD CONSTRAINT "service_sources_waiting_check" CHECK ("service_sources"."waiting" in ('risen', 'dearer', 'cheaper', 'doubted')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "service_sources" ADD CONSTRAINT "service_sources_pause_reason_check" CHECK ("service_sources"."paused_reason" in ('person', 'refused', 'gone', 'type_changed', 'limits_changed', 'below_cost', 'dearer', 'overcharged')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "supplier_rules" ADD CONSTRAINT "supplier_rules_rise_check" CHECK ("supplier_rules"."rise_basis_points" between 0 and 100000) NOT VALID;
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "supplier_rules" VALIDATE CONSTRAINT "supplier_rules_rise_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "service_sources" VALIDATE CONSTRAINT "service_sources_pause_reason_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "service_sources" VALIDATE CONSTRAINT "service_sources_waiting_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_paused_reason_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_type_check";
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "services_paused_idx" ON "services" USING btree ("paused_at","id") WHERE paused_at is not null and deleted_at is null;
