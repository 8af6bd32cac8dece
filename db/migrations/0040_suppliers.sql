CREATE TABLE "forward_events" (
	"forward_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"supplier_id" bigint,
	"actor_id" bigint,
	"reason" text,
	"request_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forward_events_forward_id_seq_pk" PRIMARY KEY("forward_id","seq"),
	CONSTRAINT "forward_events_change_check" CHECK ("forward_events"."from_state" <> "forward_events"."to_state"),
	CONSTRAINT "forward_events_reason_check" CHECK (char_length("forward_events"."reason") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "forwards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forwards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"request_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"next_supplier_id" bigint,
	"position" smallint DEFAULT 1 NOT NULL,
	"supplier_id" bigint,
	"external_id" text,
	"host" text,
	"external_order_id" text,
	"cost_micros" bigint,
	"rate_picos" bigint,
	"cost_nanos" bigint,
	"charged_micros" bigint,
	"charged_nanos" bigint,
	"returned_nanos" bigint,
	"holder" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"accepted_at" timestamp (3) with time zone,
	"unknown_since" timestamp (3) with time zone,
	"waiting_since" timestamp (3) with time zone,
	"refusal" text,
	"link_in_use_since" timestamp (3) with time zone,
	"restored_at" timestamp (3) with time zone,
	"evidence_balance_micros" bigint,
	"evidence_books_micros" bigint,
	"evidence_at" timestamp (3) with time zone,
	"flag" text,
	"flagged_at" timestamp (3) with time zone,
	"supplier_status" text,
	"supplier_remains" bigint,
	"supplier_charge_micros" bigint,
	"status_at" timestamp (3) with time zone,
	"status_due_at" timestamp with time zone,
	"status_count" integer DEFAULT 0 NOT NULL,
	"not_known_count" smallint DEFAULT 0 NOT NULL,
	"started_by" bigint,
	"start_request_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "forwards_state_check" CHECK ("forwards"."state" in ('queued', 'sending', 'accepted', 'refused', 'unknown', 'waiting_funds', 'withdrawn')),
	CONSTRAINT "forwards_flag_check" CHECK ("forwards"."flag" in ('unknown_status', 'remains_out_of_range', 'order_not_known', 'partial_package', 'charged_though_canceled', 'money_back', 'all_refused', 'too_expensive', 'link_in_use', 'changed_after_end')),
	CONSTRAINT "forwards_flagged_check" CHECK (("forwards"."flag" is null) = ("forwards"."flagged_at" is null)),
	CONSTRAINT "forwards_due_check" CHECK (case when "forwards"."state" in ('queued', 'waiting_funds') then "forwards"."due_at" is not null
        else "forwards"."due_at" is null or "forwards"."state" = 'unknown' end),
	CONSTRAINT "forwards_holder_check" CHECK (case when "forwards"."state" = 'sending' then "forwards"."holder" is not null else "forwards"."holder" is null or "forwards"."state" = 'unknown' end),
	CONSTRAINT "forwards_evidence_check" CHECK (num_nulls("forwards"."evidence_balance_micros", "forwards"."evidence_books_micros", "forwards"."evidence_at") in (0, 3)),
	CONSTRAINT "forwards_sent_check" CHECK ("forwards"."state" not in ('sending', 'accepted', 'waiting_funds')
        or num_nulls("forwards"."supplier_id", "forwards"."external_id", "forwards"."cost_micros", "forwards"."rate_picos", "forwards"."cost_nanos") = 0),
	CONSTRAINT "forwards_accepted_check" CHECK (("forwards"."state" = 'accepted') = (num_nulls("forwards"."external_order_id", "forwards"."accepted_at") = 0)),
	CONSTRAINT "forwards_ended_check" CHECK ("forwards"."state" not in ('refused', 'withdrawn') or "forwards"."ended_at" is not null),
	CONSTRAINT "forwards_cost_check" CHECK ("forwards"."cost_micros" >= 0 and "forwards"."cost_nanos" >= 0 and "forwards"."returned_nanos" between 0 and coalesce("forwards"."charged_nanos", "forwards"."cost_nanos")),
	CONSTRAINT "forwards_charged_check" CHECK (num_nulls("forwards"."charged_micros", "forwards"."charged_nanos") in (0, 2) and "forwards"."charged_micros" > 0 and "forwards"."charged_nanos" >= 0)
);
--> statement-breakpoint
CREATE TABLE "supplier_requests" (
	"order_request_id" bigint PRIMARY KEY NOT NULL,
	"forward_id" bigint NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"external_refill_id" text,
	"answer" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_requests_state_check" CHECK ("supplier_requests"."state" in ('queued', 'sending', 'accepted', 'refused', 'unknown', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "category_words" (
	"word" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "category_words_word_check" CHECK (char_length("category_words"."word") between 1 and 60 and "category_words"."word" = lower("category_words"."word")),
	CONSTRAINT "category_words_category_check" CHECK ("category_words"."category" in ('feature', 'facebook', 'instagram', 'youtube', 'tiktok', 'telegram', 'linkedin', 'twitter', 'whatsapp', 'snapchat'))
);
--> statement-breakpoint
CREATE TABLE "service_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"service_id" bigint NOT NULL,
	"price_micros" bigint NOT NULL,
	"by_rule" boolean NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_sources" (
	"service_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"supplier_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"accepted_cost_micros" bigint NOT NULL,
	"accepted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"accepted_by" bigint,
	"paused_at" timestamp (3) with time zone,
	"paused_reason" text,
	"paused_text" text,
	CONSTRAINT "service_sources_service_id_position_pk" PRIMARY KEY("service_id","position"),
	CONSTRAINT "service_sources_position_check" CHECK ("service_sources"."position" between 1 and 5),
	CONSTRAINT "service_sources_cost_check" CHECK ("service_sources"."accepted_cost_micros" >= 0),
	CONSTRAINT "service_sources_pause_reason_check" CHECK ("service_sources"."paused_reason" in ('person', 'refused', 'gone', 'type_changed', 'limits_changed', 'below_cost')),
	CONSTRAINT "service_sources_pause_check" CHECK (("service_sources"."paused_at" is null) = ("service_sources"."paused_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "supplier_rules" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"margin_basis_points" integer DEFAULT 2000 NOT NULL,
	"least_margin_basis_points" integer DEFAULT 0 NOT NULL,
	"floor_micros" bigint DEFAULT 0 NOT NULL,
	"step_micros" bigint DEFAULT 100 NOT NULL,
	"small_change_basis_points" integer DEFAULT 1000 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_rules_single_check" CHECK ("supplier_rules"."id" = 1),
	CONSTRAINT "supplier_rules_margin_check" CHECK ("supplier_rules"."margin_basis_points" between 0 and 1000000 and "supplier_rules"."least_margin_basis_points" between 0 and 1000000),
	CONSTRAINT "supplier_rules_price_check" CHECK ("supplier_rules"."floor_micros" >= 0 and "supplier_rules"."step_micros" between 1 and 1000000000),
	CONSTRAINT "supplier_rules_change_check" CHECK ("supplier_rules"."small_change_basis_points" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "supplier_services" (
	"supplier_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"description" text NOT NULL,
	"trade_type" text NOT NULL,
	"type" text,
	"cost_micros" bigint NOT NULL,
	"min" bigint NOT NULL,
	"max" bigint NOT NULL,
	"refill" boolean NOT NULL,
	"cancel" boolean NOT NULL,
	"missing_lists" integer DEFAULT 0 NOT NULL,
	"missing_since" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"first_listed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"listed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_services_supplier_id_external_id_pk" PRIMARY KEY("supplier_id","external_id"),
	CONSTRAINT "supplier_services_id_check" CHECK (char_length("supplier_services"."external_id") between 1 and 64),
	CONSTRAINT "supplier_services_cost_check" CHECK ("supplier_services"."cost_micros" >= 0),
	CONSTRAINT "supplier_services_type_check" CHECK ("supplier_services"."type" in ('default', 'custom_comments', 'package', 'custom_comments_package')),
	CONSTRAINT "supplier_services_missing_check" CHECK (("supplier_services"."missing_lists" = 0) = ("supplier_services"."missing_since" is null))
);
--> statement-breakpoint
CREATE TABLE "supplier_status_words" (
	"word" text PRIMARY KEY NOT NULL,
	"meaning" text NOT NULL,
	CONSTRAINT "supplier_status_words_word_check" CHECK (char_length("supplier_status_words"."word") between 1 and 60),
	CONSTRAINT "supplier_status_words_meaning_check" CHECK ("supplier_status_words"."meaning" in ('open', 'completed', 'partial', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "supplier_alarms" (
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_alarms_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "supplier_alarms_kind_check" CHECK ("supplier_alarms"."kind" in ('stopped', 'low_balance', 'waiting_funds', 'undecided', 'stuck'))
);
--> statement-breakpoint
CREATE TABLE "supplier_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "supplier_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"supplier_id" bigint NOT NULL,
	"action" text NOT NULL,
	"forward_id" bigint,
	"request" text NOT NULL,
	"http_status" smallint,
	"failure" text,
	"may_have_arrived" boolean NOT NULL,
	"response" "bytea",
	"response_bytes" integer,
	"outcome" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"duration_ms" integer NOT NULL,
	CONSTRAINT "supplier_calls_action_check" CHECK ("supplier_calls"."action" in ('balance', 'services', 'add', 'status', 'refill', 'refill_status', 'cancel')),
	CONSTRAINT "supplier_calls_response_check" CHECK (octet_length("supplier_calls"."response") <= 65536)
);
--> statement-breakpoint
CREATE TABLE "supplier_entries" (
	"supplier_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"balance_after_micros" bigint NOT NULL,
	"forward_id" bigint,
	"reason" text,
	"admin_id" bigint,
	"request_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_entries_supplier_id_seq_pk" PRIMARY KEY("supplier_id","seq"),
	CONSTRAINT "supplier_entries_kind_check" CHECK ("supplier_entries"."kind" in ('payment', 'adjustment', 'purchase', 'correction', 'return')),
	CONSTRAINT "supplier_entries_seq_check" CHECK ("supplier_entries"."seq" > 0),
	CONSTRAINT "supplier_entries_amount_check" CHECK ("supplier_entries"."amount_micros" <> 0),
	CONSTRAINT "supplier_entries_balance_check" CHECK ("supplier_entries"."balance_after_micros" between -9007199254740991 and 9007199254740991),
	CONSTRAINT "supplier_entries_reference_check" CHECK (case when "supplier_entries"."kind" in ('payment', 'adjustment') then "supplier_entries"."forward_id" is null and "supplier_entries"."admin_id" is not null
        when "supplier_entries"."kind" = 'purchase' then "supplier_entries"."forward_id" is not null and "supplier_entries"."amount_micros" < 0
        when "supplier_entries"."kind" = 'return' then "supplier_entries"."forward_id" is not null and "supplier_entries"."amount_micros" > 0
        else "supplier_entries"."forward_id" is not null end),
	CONSTRAINT "supplier_entries_reason_check" CHECK (char_length("supplier_entries"."reason") <= 500)
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suppliers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"url" text NOT NULL,
	"sealed_key" text NOT NULL,
	"currency" text NOT NULL,
	"rate_picos" bigint NOT NULL,
	"rate_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"idempotent" boolean DEFAULT false NOT NULL,
	"margin_basis_points" integer,
	"low_balance_micros" bigint,
	"order_limit_micros" bigint,
	"day_limit_micros" bigint,
	"calls_per_minute" integer DEFAULT 60 NOT NULL,
	"balance_micros" bigint,
	"balance_at" timestamp (3) with time zone,
	"books_micros" bigint DEFAULT 0 NOT NULL,
	"books_version" bigint DEFAULT 0 NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stopped_reason" text,
	"stopped_by" bigint,
	"stopped_text" text,
	"resumed_at" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"unreachable_since" timestamp with time zone,
	"listed_at" timestamp (3) with time zone,
	"list_due_at" timestamp with time zone,
	"list_problem" text,
	"list_problem_text" text,
	"moved_at" timestamp (3) with time zone,
	"created_by" bigint NOT NULL,
	"request_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppliers_name_check" CHECK (char_length("suppliers"."name") between 1 and 60),
	CONSTRAINT "suppliers_url_check" CHECK (char_length("suppliers"."url") between 1 and 2000),
	CONSTRAINT "suppliers_currency_check" CHECK ("suppliers"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "suppliers_rate_check" CHECK ("suppliers"."rate_picos" between 1 and 9007199254740991),
	CONSTRAINT "suppliers_margin_check" CHECK ("suppliers"."margin_basis_points" between 0 and 1000000),
	CONSTRAINT "suppliers_limits_check" CHECK ("suppliers"."order_limit_micros" >= 0 and "suppliers"."day_limit_micros" >= 0),
	CONSTRAINT "suppliers_calls_check" CHECK ("suppliers"."calls_per_minute" between 1 and 6000),
	CONSTRAINT "suppliers_balance_check" CHECK (("suppliers"."balance_micros" is null) = ("suppliers"."balance_at" is null)),
	CONSTRAINT "suppliers_books_check" CHECK ("suppliers"."books_version" >= 0 and ("suppliers"."books_version" > 0 or "suppliers"."books_micros" = 0)),
	CONSTRAINT "suppliers_stopped_reason_check" CHECK ("suppliers"."stopped_reason" in ('person', 'unknowns', 'account', 'restored', 'key_unreadable')),
	CONSTRAINT "suppliers_list_problem_check" CHECK ("suppliers"."list_problem" in ('failed', 'empty', 'shrunken')),
	CONSTRAINT "suppliers_stopped_check" CHECK (("suppliers"."stopped_at" is null) = ("suppliers"."stopped_reason" is null) and ("suppliers"."stopped_at" is not null or num_nonnulls("suppliers"."stopped_by", "suppliers"."stopped_text") = 0))
);
--> statement-breakpoint
ALTER TABLE "recharges" DROP CONSTRAINT "recharges_decided_check";--> statement-breakpoint
ALTER TABLE "order_events" ALTER COLUMN "actor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_request_events" ADD COLUMN "decider" text;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "decider" text;--> statement-breakpoint
ALTER TABLE "recharges" ADD COLUMN "decider" text;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "margin_basis_points" integer;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "priced_by_rule" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "fields_of_supplier" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "forwarded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "paused_reason" text;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "forward_events" ADD CONSTRAINT "forward_events_forward_id_forwards_id_fk" FOREIGN KEY ("forward_id") REFERENCES "public"."forwards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_events" ADD CONSTRAINT "forward_events_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_events" ADD CONSTRAINT "forward_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwards" ADD CONSTRAINT "forwards_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwards" ADD CONSTRAINT "forwards_next_supplier_id_suppliers_id_fk" FOREIGN KEY ("next_supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwards" ADD CONSTRAINT "forwards_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwards" ADD CONSTRAINT "forwards_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_requests" ADD CONSTRAINT "supplier_requests_order_request_id_order_requests_id_fk" FOREIGN KEY ("order_request_id") REFERENCES "public"."order_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_requests" ADD CONSTRAINT "supplier_requests_forward_id_forwards_id_fk" FOREIGN KEY ("forward_id") REFERENCES "public"."forwards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_prices" ADD CONSTRAINT "service_prices_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_sources" ADD CONSTRAINT "service_sources_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_sources" ADD CONSTRAINT "service_sources_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_sources" ADD CONSTRAINT "service_sources_supplier_service_fk" FOREIGN KEY ("supplier_id","external_id") REFERENCES "public"."supplier_services"("supplier_id","external_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_services" ADD CONSTRAINT "supplier_services_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_calls" ADD CONSTRAINT "supplier_calls_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_entries" ADD CONSTRAINT "supplier_entries_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_entries" ADD CONSTRAINT "supplier_entries_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "forward_events_request_key" ON "forward_events" USING btree ("request_id","actor_id") WHERE request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "forwards_open_key" ON "forwards" USING btree ("order_id") WHERE state not in ('refused', 'withdrawn');--> statement-breakpoint
CREATE UNIQUE INDEX "forwards_request_key" ON "forwards" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "forwards_external_idx" ON "forwards" USING btree ("external_order_id") WHERE external_order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "forwards_bought_key" ON "forwards" USING btree ("supplier_id","external_order_id") WHERE external_order_id is not null;--> statement-breakpoint
CREATE INDEX "forwards_order_idx" ON "forwards" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "forwards_supplier_idx" ON "forwards" USING btree ("supplier_id","id");--> statement-breakpoint
CREATE INDEX "forwards_state_idx" ON "forwards" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "forwards_due_idx" ON "forwards" USING btree ("next_supplier_id","state","due_at","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "forwards_held_idx" ON "forwards" USING btree ("supplier_id") WHERE holder is not null;--> statement-breakpoint
CREATE INDEX "forwards_unknown_idx" ON "forwards" USING btree ("supplier_id","unknown_since") WHERE unknown_since is not null;--> statement-breakpoint
CREATE INDEX "forwards_start_idx" ON "forwards" USING btree ("start_request_id") WHERE start_request_id is not null;--> statement-breakpoint
CREATE INDEX "forwards_flagged_idx" ON "forwards" USING btree ("flagged_at","id") WHERE flag is not null;--> statement-breakpoint
CREATE INDEX "forwards_status_idx" ON "forwards" USING btree ("supplier_id","status_due_at") WHERE status_due_at is not null;--> statement-breakpoint
CREATE INDEX "forwards_accepted_idx" ON "forwards" USING btree ("supplier_id","accepted_at") WHERE accepted_at is not null;--> statement-breakpoint
CREATE INDEX "supplier_requests_due_idx" ON "supplier_requests" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "supplier_requests_forward_idx" ON "supplier_requests" USING btree ("forward_id");--> statement-breakpoint
CREATE INDEX "service_prices_service_idx" ON "service_prices" USING btree ("service_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "service_sources_once_key" ON "service_sources" USING btree ("service_id","supplier_id","external_id");--> statement-breakpoint
CREATE INDEX "service_sources_supplier_idx" ON "service_sources" USING btree ("supplier_id","external_id");--> statement-breakpoint
CREATE INDEX "supplier_calls_supplier_idx" ON "supplier_calls" USING btree ("supplier_id","id");--> statement-breakpoint
CREATE INDEX "supplier_calls_forward_idx" ON "supplier_calls" USING btree ("forward_id","id") WHERE forward_id is not null;--> statement-breakpoint
CREATE INDEX "supplier_calls_old_idx" ON "supplier_calls" USING btree ("started_at") WHERE forward_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_entries_request_key" ON "supplier_entries" USING btree ("request_id","admin_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "supplier_entries_forward_idx" ON "supplier_entries" USING btree ("forward_id") WHERE forward_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_entries_purchase_key" ON "supplier_entries" USING btree ("forward_id") WHERE kind = 'purchase';--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_entries_return_key" ON "supplier_entries" USING btree ("forward_id") WHERE kind = 'return';--> statement-breakpoint
CREATE INDEX "supplier_entries_at_idx" ON "supplier_entries" USING btree ("supplier_id","at");--> statement-breakpoint
CREATE INDEX "supplier_entries_payment_idx" ON "supplier_entries" USING btree ("supplier_id","at") WHERE kind in ('payment', 'adjustment');--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_request_key" ON "suppliers" USING btree ("request_id","created_by") WHERE request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_name_key" ON "suppliers" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "order_request_events" ADD CONSTRAINT "order_request_events_decider_check" CHECK (num_nonnulls("order_request_events"."actor_id", "order_request_events"."decider") <= 1 and "order_request_events"."decider" in ('supplier', 'evidence')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_decider_check" CHECK (num_nonnulls("order_events"."actor_id", "order_events"."decider") = 1 and "order_events"."decider" in ('supplier', 'evidence')) NOT VALID;--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_decided_check" CHECK (("recharges"."status" = 'pending') = ("recharges"."decided_at" is null) and num_nonnulls("recharges"."decided_by", "recharges"."decider") = num_nonnulls("recharges"."decided_at")
        and "recharges"."decider" in ('supplier', 'evidence')) NOT VALID;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_margin_check" CHECK ("services"."margin_basis_points" between 0 and 1000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_fields_check" CHECK ("services"."fields_of_supplier" <@ array['name', 'description', 'min', 'max', 'refill', 'cancel']) NOT VALID;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_paused_reason_check" CHECK ("services"."paused_reason" in ('below_cost', 'gone')) NOT VALID;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_paused_check" CHECK (("services"."paused_at" is null) = ("services"."paused_reason" is null) and ("services"."paused_at" is null or "services"."hidden")) NOT VALID;
--> statement-breakpoint
-- Functions, triggers and first rows
INSERT INTO supplier_rules DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO category_words (word, category) VALUES
  ('facebook', 'facebook'), ('fb', 'facebook'), ('instagram', 'instagram'), ('youtube', 'youtube'), ('tiktok', 'tiktok'),
  ('tik tok', 'tiktok'), ('telegram', 'telegram'), ('linkedin', 'linkedin'), ('twitter', 'twitter'), ('whatsapp', 'whatsapp'),
  ('snapchat', 'snapchat');
--> statement-breakpoint
INSERT INTO supplier_status_words (word, meaning) VALUES
  ('pending', 'open'), ('processing', 'open'), ('inprogress', 'open'), ('active', 'open'), ('paused', 'open'), ('awaiting', 'open'),
  ('completed', 'completed'), ('complete', 'completed'), ('success', 'completed'), ('partial', 'partial'),
  ('partiallycompleted', 'partial'), ('canceled', 'canceled'), ('cancelled', 'canceled'), ('refunded', 'canceled'),
  ('fail', 'canceled'), ('failed', 'canceled'), ('error', 'canceled'), ('expired', 'canceled');
--> statement-breakpoint
CREATE TRIGGER supplier_entries_append_only BEFORE UPDATE OR DELETE ON supplier_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change('the books of a supplier are append-only');
--> statement-breakpoint
CREATE TRIGGER supplier_entries_no_truncate BEFORE TRUNCATE ON supplier_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the books of a supplier are append-only');
--> statement-breakpoint
CREATE TRIGGER forward_events_append_only BEFORE UPDATE OR DELETE ON forward_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change('the history of a forward is append-only');
--> statement-breakpoint
CREATE TRIGGER forward_events_no_truncate BEFORE TRUNCATE ON forward_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the history of a forward is append-only');
--> statement-breakpoint
CREATE TRIGGER forwards_kept BEFORE DELETE ON forwards
  FOR EACH ROW EXECUTE FUNCTION refuse_change('forwards are kept');
--> statement-breakpoint
-- The same table as `legalForwardChanges` in shared/forward-states.ts; a test compares them.
CREATE FUNCTION refuse_forward_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (OLD.state || ' ' || NEW.state = ANY (ARRAY[
    'queued sending', 'queued refused', 'queued withdrawn', 'queued unknown',
    'sending accepted', 'sending refused', 'sending unknown', 'sending waiting_funds', 'sending queued',
    'waiting_funds queued', 'waiting_funds sending', 'waiting_funds refused', 'waiting_funds withdrawn', 'waiting_funds unknown',
    'unknown accepted', 'unknown queued', 'unknown refused', 'unknown waiting_funds', 'unknown withdrawn', 'refused withdrawn'])) THEN
    RAISE EXCEPTION 'a forward that is % can not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER forwards_legal BEFORE UPDATE ON forwards
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION refuse_forward_change();
--> statement-breakpoint
CREATE TRIGGER forwards_terms BEFORE UPDATE ON forwards
  FOR EACH ROW WHEN ((OLD.id, OLD.order_id, OLD.request_id, OLD.created_at) IS DISTINCT FROM (NEW.id, NEW.order_id, NEW.request_id, NEW.created_at)
    OR (OLD.state = 'accepted' AND (OLD.supplier_id, OLD.external_order_id) IS DISTINCT FROM (NEW.supplier_id, NEW.external_order_id)))
  EXECUTE FUNCTION refuse_change('the order of a forward, and where it was bought, are fixed');
--> statement-breakpoint
CREATE TRIGGER recharges_decider_kept BEFORE UPDATE ON recharges
  FOR EACH ROW WHEN (OLD.status <> 'pending' AND OLD.decider IS DISTINCT FROM NEW.decider)
  EXECUTE FUNCTION refuse_change('a recharge is decided once, and its terms are fixed');
--> statement-breakpoint
CREATE TRIGGER service_prices_append_only BEFORE UPDATE OR DELETE ON service_prices
  FOR EACH ROW EXECUTE FUNCTION refuse_change('the history of prices is append-only');
--> statement-breakpoint
-- A service that is older than its history gets its first price at the first change.
CREATE FUNCTION write_service_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT EXISTS (SELECT FROM public.service_prices WHERE service_id = NEW.id) THEN
    INSERT INTO public.service_prices (service_id, price_micros, by_rule, at)
    VALUES (OLD.id, OLD.price_micros, OLD.priced_by_rule, OLD.created_at);
  END IF;
  INSERT INTO public.service_prices (service_id, price_micros, by_rule) VALUES (NEW.id, NEW.price_micros, NEW.priced_by_rule);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER services_first_price AFTER INSERT ON services
  FOR EACH ROW EXECUTE FUNCTION write_service_price();
--> statement-breakpoint
CREATE TRIGGER services_next_price AFTER UPDATE ON services
  FOR EACH ROW WHEN (OLD.price_micros <> NEW.price_micros) EXECUTE FUNCTION write_service_price();
--> statement-breakpoint
-- A service that is displayed again is not paused, also if a server of the release before displays it.
CREATE FUNCTION resume_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.paused_at = NULL;
  NEW.paused_reason = NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER services_resume BEFORE UPDATE ON services
  FOR EACH ROW WHEN (OLD.hidden AND NOT NEW.hidden AND NEW.paused_at IS NOT NULL) EXECUTE FUNCTION resume_service();
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "order_request_events" VALIDATE CONSTRAINT "order_request_events_decider_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_decider_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "recharges" VALIDATE CONSTRAINT "recharges_decided_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_margin_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_fields_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_paused_reason_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_paused_check";
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_request_events_decider_idx" ON "order_request_events" USING btree ("decider","order_request_id") WHERE decider is not null;
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_events_decider_idx" ON "order_events" USING btree ("decider","order_id") WHERE decider is not null;
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "recharges_no_person_idx" ON "recharges" USING btree ("decider","id") WHERE decider is not null;
