CREATE TABLE "order_comments" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"comments" text NOT NULL,
	CONSTRAINT "order_comments_length_check" CHECK (octet_length("order_comments"."comments") between 1 and 49152)
);
--> statement-breakpoint
CREATE TABLE "order_progress" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"start_count" bigint,
	"remains" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_progress_start_check" CHECK ("order_progress"."start_count" between 0 and 9007199254740991),
	CONSTRAINT "order_progress_remains_check" CHECK ("order_progress"."remains" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_request_events" (
	"order_request_id" bigint NOT NULL,
	"seq" smallint NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"actor_id" bigint,
	"reason" text,
	"request_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_request_events_order_request_id_seq_pk" PRIMARY KEY("order_request_id","seq"),
	CONSTRAINT "order_request_events_change_check" CHECK ("order_request_events"."from_status" <> "order_request_events"."to_status" and "order_request_events"."from_status" in ('pending', 'accepted')),
	CONSTRAINT "order_request_events_seq_check" CHECK ("order_request_events"."seq" > 0),
	CONSTRAINT "order_request_events_length_check" CHECK (char_length("order_request_events"."reason") <= 500)
);
--> statement-breakpoint
CREATE TABLE "order_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"asked_by" bigint NOT NULL,
	"request_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "order_requests_kind_check" CHECK ("order_requests"."kind" in ('refill', 'cancel', 'speed_up')),
	CONSTRAINT "order_requests_status_check" CHECK ("order_requests"."status" in ('pending', 'accepted', 'rejected', 'done')),
	CONSTRAINT "order_requests_closed_check" CHECK (("order_requests"."status" = 'pending' and "order_requests"."closed_at" is null) or "order_requests"."status" = 'accepted' or ("order_requests"."status" in ('rejected', 'done') and "order_requests"."closed_at" is not null))
);
--> statement-breakpoint
-- accepted: the new check of this migration replaces it
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_kind_check";--> statement-breakpoint
-- accepted: the new check of this migration replaces it
ALTER TABLE "orders" DROP CONSTRAINT "orders_charge_check";--> statement-breakpoint
-- accepted: the new check of this migration replaces it
ALTER TABLE "services" DROP CONSTRAINT "services_min_check";--> statement-breakpoint
-- accepted: the new check of this migration replaces it
ALTER TABLE "services" DROP CONSTRAINT "services_max_check";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "per" smallint DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "text_bn" text;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "type" text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "per" smallint DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "refill_days" integer;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "cancel" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "speed_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "request_cooldown_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_comments" ADD CONSTRAINT "order_comments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_progress" ADD CONSTRAINT "order_progress_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_request_events" ADD CONSTRAINT "order_request_events_order_request_id_order_requests_id_fk" FOREIGN KEY ("order_request_id") REFERENCES "public"."order_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_request_events" ADD CONSTRAINT "order_request_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_request_events_request_key" ON "order_request_events" USING btree ("request_id","actor_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "order_request_events_actor_idx" ON "order_request_events" USING btree ("actor_id","order_request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_requests_request_key" ON "order_requests" USING btree ("request_id","asked_by","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_requests_open_key" ON "order_requests" USING btree ("order_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "order_requests_order_idx" ON "order_requests" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_requests_user_idx" ON "order_requests" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "order_requests_status_idx" ON "order_requests" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "order_requests_open_idx" ON "order_requests" USING btree ("id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "order_requests_created_idx" ON "order_requests" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_kind_check" CHECK ("jobs"."kind" in ('orders', 'recharges', 'requests')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_charged_check" CHECK ("orders"."charge_nanos" = "orders"."quantity" * "orders"."price_micros" * (1000 / "orders"."per") and "orders"."charge_nanos" <= 9007199254740991) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_per_check" CHECK ("orders"."per" in (1, 1000)) NOT VALID;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_text_bn_check" CHECK (char_length("saved_replies"."text_bn") between 1 and 4000) NOT VALID;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_type_check" CHECK (case type when 'default' then per = 1000 and min >= 10 and max >= 11 when 'custom_comments' then per = 1000 and min >= 1 and max >= 1 when 'package' then per = 1 and min >= 1 and max >= 1 and max = 1 when 'custom_comments_package' then per = 1 and min >= 1 and max >= 1 and max = 1 else false end) NOT VALID;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_range_check" CHECK ("services"."max" >= "services"."min") NOT VALID;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_refill_check" CHECK (refill_days between 1 and 3650) NOT VALID;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_request_cooldown_check" CHECK ("settings"."request_cooldown_hours" between 0 and 8760);
--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_terms BEFORE UPDATE ON orders
  FOR EACH ROW WHEN (
    (OLD.id, OLD.user_id, OLD.service_id, OLD.service_name, OLD.link, OLD.quantity, OLD.price_micros, OLD.per, OLD.charge_nanos,
     OLD.request_id, OLD.created_at)
    IS DISTINCT FROM
    (NEW.id, NEW.user_id, NEW.service_id, NEW.service_name, NEW.link, NEW.quantity, NEW.price_micros, NEW.per, NEW.charge_nanos,
     NEW.request_id, NEW.created_at)
  ) EXECUTE FUNCTION refuse_change('what was ordered, and for how much, is fixed');
--> statement-breakpoint
-- A server of the version before knows no `per` and would sell a package at a thousandth of its price. It answers this code with 503 `busy`.
-- Only an order of a single unit reads the service; new servers insert such an order for one comment.
CREATE FUNCTION refuse_package_per_1000() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.services WHERE id = NEW.service_id AND per = 1) THEN
    RAISE EXCEPTION 'service % is a package: an order of it is not priced per 1000', NEW.service_id USING ERRCODE = 'lock_not_available';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_package BEFORE INSERT ON orders
  FOR EACH ROW WHEN (NEW.quantity = 1 AND NEW.per = 1000) EXECUTE FUNCTION refuse_package_per_1000();
--> statement-breakpoint
CREATE TRIGGER order_comments_append_only BEFORE UPDATE OR DELETE ON order_comments
  FOR EACH ROW EXECUTE FUNCTION refuse_change('the comments of an order are fixed');
--> statement-breakpoint
CREATE TRIGGER order_comments_no_truncate BEFORE TRUNCATE ON order_comments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the comments of an order are fixed');
--> statement-breakpoint
CREATE TRIGGER order_requests_kept BEFORE DELETE ON order_requests
  FOR EACH ROW EXECUTE FUNCTION refuse_change('requests about orders are kept');
--> statement-breakpoint
CREATE TRIGGER order_requests_terms BEFORE UPDATE ON order_requests
  FOR EACH ROW WHEN (
    OLD.closed_at IS NOT NULL
    OR (OLD.id, OLD.order_id, OLD.user_id, OLD.kind, OLD.asked_by, OLD.request_id, OLD.created_at)
       IS DISTINCT FROM
       (NEW.id, NEW.order_id, NEW.user_id, NEW.kind, NEW.asked_by, NEW.request_id, NEW.created_at)
  ) EXECUTE FUNCTION refuse_change('a request about an order ends once, and its order and kind are fixed');
--> statement-breakpoint
CREATE TRIGGER order_request_events_append_only BEFORE UPDATE OR DELETE ON order_request_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change('the history of a request is append-only');
--> statement-breakpoint
CREATE TRIGGER order_request_events_no_truncate BEFORE TRUNCATE ON order_request_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the history of a request is append-only');
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_charged_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_per_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_type_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_range_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "services" VALIDATE CONSTRAINT "services_refill_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "jobs" VALIDATE CONSTRAINT "jobs_kind_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "saved_replies" VALIDATE CONSTRAINT "saved_replies_text_bn_check";
