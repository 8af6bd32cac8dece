CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" bigint NOT NULL,
	"event" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"coalesces" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"http_status" smallint,
	"error" text,
	"duration_ms" integer,
	"job_id" uuid,
	"jobs" integer DEFAULT 0 NOT NULL,
	"needs_relay" boolean DEFAULT true NOT NULL,
	CONSTRAINT "webhook_deliveries_event_check" CHECK ("webhook_deliveries"."event" in ('order.changed', 'recharge.decided', 'balance.changed', 'request.decided', 'ticket.replied', 'test')),
	CONSTRAINT "webhook_deliveries_status_check" CHECK ("webhook_deliveries"."status" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_error_check" CHECK ("webhook_deliveries"."error" in ('address_refused', 'name_not_resolved', 'connection_failed', 'tls_failed', 'timed_out', 'answer_too_large', 'http_status', 'secret_unreadable', 'webhook_off', 'user_blocked', 'dropped')),
	CONSTRAINT "webhook_deliveries_attempts_check" CHECK ("webhook_deliveries"."attempts" >= 0),
	CONSTRAINT "webhook_deliveries_coalesces_check" CHECK (not "webhook_deliveries"."coalesces" or "webhook_deliveries"."status" = 'waiting'),
	CONSTRAINT "webhook_deliveries_delivered_check" CHECK (("webhook_deliveries"."status" = 'delivered') = ("webhook_deliveries"."delivered_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"sealed_secret" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"failing_since" timestamp with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_url_check" CHECK (char_length("webhooks"."url") between 1 and 2000),
	CONSTRAINT "webhooks_events_check" CHECK (cardinality("webhooks"."events") > 0 and "webhooks"."events" <@ array['order.changed', 'recharge.decided', 'balance.changed', 'request.decided', 'ticket.replied']),
	CONSTRAINT "webhooks_disabled_reason_check" CHECK ("webhooks"."disabled_reason" in ('owner', 'failing', 'gone')),
	CONSTRAINT "webhooks_disabled_check" CHECK ("webhooks"."enabled" = ("webhooks"."disabled_at" is null) and "webhooks"."enabled" = ("webhooks"."disabled_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "outgoing_hold" ADD COLUMN "last_delivery_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "balance_webhook" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook_idx" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_relay_idx" ON "webhook_deliveries" USING btree ("id") WHERE needs_relay;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order_idx" ON "webhook_deliveries" USING btree ("webhook_id","subject_id") WHERE needs_relay and event = 'order.changed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries" USING btree ("webhook_id","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed_idx" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_idx" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_coalesced_key" ON "webhook_deliveries" USING btree ("webhook_id","event") WHERE coalesces;--> statement-breakpoint
CREATE INDEX "webhooks_user_idx" ON "webhooks" USING btree ("user_id","id");
--> statement-breakpoint
-- The panel notices a new webhook within two seconds. What it writes while it delivers does not count.
INSERT INTO changes (topic) VALUES ('webhooks');
--> statement-breakpoint
CREATE TRIGGER webhooks_change AFTER INSERT OR UPDATE OF enabled ON webhooks
  FOR EACH STATEMENT EXECUTE FUNCTION count_change('webhooks');
--> statement-breakpoint
-- The wallet is locked first: of changes of two webhooks at once, the later one sees the earlier one.
CREATE FUNCTION mark_wallet_of_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner bigint := CASE TG_OP WHEN 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
BEGIN
  PERFORM FROM public.accounts WHERE user_id = owner FOR NO KEY UPDATE;
  UPDATE public.accounts SET balance_webhook = NOT balance_webhook
  WHERE user_id = owner AND balance_webhook <> EXISTS (
    SELECT FROM public.webhooks WHERE user_id = owner AND enabled AND 'balance.changed' = ANY (events));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhooks_wallet AFTER INSERT OR DELETE OR UPDATE OF enabled, events ON webhooks
  FOR EACH ROW EXECUTE FUNCTION mark_wallet_of_webhooks();
--> statement-breakpoint
CREATE FUNCTION mark_new_wallet_of_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.balance_webhook := EXISTS (
    SELECT FROM public.webhooks WHERE user_id = NEW.user_id AND enabled AND 'balance.changed' = ANY (events));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_webhooks BEFORE INSERT ON accounts
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION mark_new_wallet_of_webhooks();
--> statement-breakpoint
-- The webhooks that get an event of a customer. Blocked customers get none.
CREATE FUNCTION webhooks_for(owner bigint, wanted text) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  SELECT w.id FROM public.webhooks w
  WHERE w.user_id = owner AND w.enabled AND wanted = ANY (w.events)
    AND NOT EXISTS (SELECT FROM public.users u WHERE u.id = w.user_id AND u.blocked_at IS NOT NULL)
  ORDER BY w.id
$$;
--> statement-breakpoint
-- A transaction that changes an order's status and its progress writes one event, with the state that it commits.
CREATE FUNCTION write_order_events(changed public.orders) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  hook bigint;
  now_facts jsonb;
BEGIN
  FOR hook IN SELECT public.webhooks_for(changed.user_id, 'order.changed') LOOP
    now_facts := coalesce(now_facts, jsonb_build_object('status', changed.status, 'serviceId', changed.service_id,
      'serviceName', changed.service_name, 'link', changed.link, 'quantity', changed.quantity, 'chargeNanos', changed.charge_nanos,
      'remaining', changed.remaining, 'requestId', changed.request_id, 'createdAt', changed.created_at)
      || coalesce((SELECT jsonb_build_object('startCount', p.start_count, 'remains', p.remains)
           FROM public.order_progress p WHERE p.order_id = changed.id), '{"startCount": null, "remains": null}'));
    UPDATE public.webhook_deliveries SET facts = now_facts
    WHERE webhook_id = hook AND event = 'order.changed' AND subject_id = changed.id AND needs_relay
      AND status = 'waiting' AND attempts = 0 AND created_at = now()::timestamptz(3);
    CONTINUE WHEN FOUND;
    INSERT INTO public.webhook_deliveries (webhook_id, event, subject_id, facts)
    VALUES (hook, 'order.changed', changed.id, now_facts);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION write_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.write_order_events(NEW);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_webhook AFTER UPDATE ON orders
  FOR EACH ROW WHEN ((OLD.status, OLD.remaining) IS DISTINCT FROM (NEW.status, NEW.remaining)) EXECUTE FUNCTION write_order_event();
--> statement-breakpoint
CREATE FUNCTION write_progress_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.write_order_events(o) FROM public.orders o WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_progress_webhook AFTER INSERT ON order_progress
  FOR EACH ROW EXECUTE FUNCTION write_progress_event();
--> statement-breakpoint
CREATE TRIGGER order_progress_change_webhook AFTER UPDATE ON order_progress
  FOR EACH ROW WHEN ((OLD.start_count, OLD.remains) IS DISTINCT FROM (NEW.start_count, NEW.remains)) EXECUTE FUNCTION write_progress_event();
--> statement-breakpoint
CREATE FUNCTION write_recharge_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.webhook_deliveries (webhook_id, event, subject_id, facts)
  SELECT w, 'recharge.decided', NEW.id, jsonb_build_object('status', NEW.status, 'amountNanos', NEW.amount_nanos,
    'paidTaka', NEW.paid_taka, 'method', NEW.method_name, 'reference', NEW.reference, 'reason', NEW.reason,
    'requestId', NEW.request_id, 'createdAt', NEW.created_at, 'decidedAt', NEW.decided_at)
  FROM public.webhooks_for(NEW.user_id, 'recharge.decided') w;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER recharges_webhook AFTER UPDATE ON recharges
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION write_recharge_event();
--> statement-breakpoint
CREATE FUNCTION write_request_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.webhook_deliveries (webhook_id, event, subject_id, facts)
  SELECT w, 'request.decided', NEW.id, jsonb_build_object('orderId', NEW.order_id, 'kind', NEW.kind, 'status', NEW.status,
    'createdAt', NEW.created_at, 'closedAt', NEW.closed_at)
  FROM public.webhooks_for(NEW.user_id, 'request.decided') w;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_requests_webhook AFTER UPDATE ON order_requests
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION write_request_event();
--> statement-breakpoint
CREATE FUNCTION write_ticket_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.webhook_deliveries (webhook_id, event, subject_id, facts)
  SELECT w, 'ticket.replied', t.id, jsonb_build_object('seq', NEW.seq, 'subject', t.subject, 'orderId', t.order_id,
    'rechargeId', t.recharge_id, 'message', NEW.message, 'at', NEW.at)
  FROM public.tickets t CROSS JOIN LATERAL public.webhooks_for(t.user_id, 'ticket.replied') w WHERE t.id = NEW.ticket_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ticket_messages_webhook AFTER INSERT ON ticket_messages
  FOR EACH ROW WHEN (NEW.by_admin) EXECUTE FUNCTION write_ticket_event();
--> statement-breakpoint
-- An event that waits for its first attempt covers later moves. The conflict locks its row, so an attempt that begins waits for this
-- transaction, and then reads the new balance.
CREATE FUNCTION write_balance_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.webhook_deliveries (webhook_id, event, subject_id, coalesces)
  SELECT w, 'balance.changed', NEW.user_id, true FROM public.webhooks_for(NEW.user_id, 'balance.changed') w
  ON CONFLICT (webhook_id, event) WHERE coalesces DO UPDATE SET coalesces = true WHERE false;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_webhook AFTER UPDATE ON accounts
  FOR EACH ROW WHEN (NEW.balance_webhook AND OLD.balance_nanos IS DISTINCT FROM NEW.balance_nanos)
  EXECUTE FUNCTION write_balance_event();
