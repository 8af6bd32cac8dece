-- What a constraint can't say: rows that never change, steps that are never taken back. These hold for every role, the
-- owner's included.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: %', TG_OP, TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_change('the ledger is append-only');
--> statement-breakpoint
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the ledger is append-only');
--> statement-breakpoint
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON order_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change('an order''s history is append-only');
--> statement-breakpoint
CREATE TRIGGER order_events_no_truncate BEFORE TRUNCATE ON order_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('an order''s history is append-only');
--> statement-breakpoint
CREATE TRIGGER grants_append_only BEFORE UPDATE OR DELETE ON grants
  FOR EACH ROW EXECUTE FUNCTION refuse_change('a grant is append-only');
--> statement-breakpoint
CREATE TRIGGER orders_kept BEFORE DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION refuse_change('orders are kept');
--> statement-breakpoint
CREATE TRIGGER orders_terms BEFORE UPDATE ON orders
  FOR EACH ROW WHEN (
    (OLD.id, OLD.user_id, OLD.service_id, OLD.service_name, OLD.link, OLD.quantity, OLD.price_micros, OLD.charge_nanos,
     OLD.request_id, OLD.created_at)
    IS DISTINCT FROM
    (NEW.id, NEW.user_id, NEW.service_id, NEW.service_name, NEW.link, NEW.quantity, NEW.price_micros, NEW.charge_nanos,
     NEW.request_id, NEW.created_at)
  ) EXECUTE FUNCTION refuse_change('what was ordered, and for how much, is fixed');
--> statement-breakpoint
CREATE TRIGGER orders_transition BEFORE UPDATE ON orders
  FOR EACH ROW WHEN (
    OLD.status IN ('completed', 'partial')
    OR (OLD.status = 'rejected' AND NEW.status NOT IN ('rejected', 'completed'))
    OR (OLD.status = 'processing' AND NEW.status = 'pending')
  ) EXECUTE FUNCTION refuse_change('this status does not follow the one it has');
--> statement-breakpoint
CREATE TRIGGER recharges_kept BEFORE DELETE ON recharges
  FOR EACH ROW EXECUTE FUNCTION refuse_change('recharges are kept');
--> statement-breakpoint
CREATE TRIGGER recharges_decided_once BEFORE UPDATE ON recharges
  FOR EACH ROW WHEN (
    OLD.status <> 'pending'
    OR (OLD.id, OLD.user_id, OLD.method_id, OLD.method_name, OLD.amount_nanos, OLD.rate_paisa, OLD.paid_taka,
        OLD.reference, OLD.request_id, OLD.created_at)
       IS DISTINCT FROM
       (NEW.id, NEW.user_id, NEW.method_id, NEW.method_name, NEW.amount_nanos, NEW.rate_paisa, NEW.paid_taka,
        NEW.reference, NEW.request_id, NEW.created_at)
  ) EXECUTE FUNCTION refuse_change('a recharge is decided once, and its terms are fixed');
--> statement-breakpoint
CREATE TRIGGER accounts_kept BEFORE DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION refuse_change('accounts are kept');
--> statement-breakpoint
CREATE TRIGGER accounts_version BEFORE UPDATE ON accounts
  FOR EACH ROW WHEN (
    (OLD.id, OLD.user_id, OLD.kind) IS DISTINCT FROM (NEW.id, NEW.user_id, NEW.kind)
    OR NEW.version < OLD.version
    OR (NEW.balance_nanos <> OLD.balance_nanos AND NEW.version = OLD.version)
  ) EXECUTE FUNCTION refuse_change('a balance moves only with a ledger entry');
--> statement-breakpoint
CREATE TRIGGER services_kept BEFORE DELETE ON services
  FOR EACH ROW EXECUTE FUNCTION refuse_change('a service is deleted by setting deleted_at');
--> statement-breakpoint
-- A wallet is updated in place by every order; free space on its page keeps that update off the indexes.
ALTER TABLE accounts SET (fillfactor = 50);
--> statement-breakpoint
INSERT INTO accounts (id, kind) OVERRIDING SYSTEM VALUE VALUES (1, 'sales'), (2, 'recharges'), (3, 'grants');
--> statement-breakpoint
ALTER TABLE accounts ALTER COLUMN id RESTART WITH 4;
--> statement-breakpoint
INSERT INTO settings DEFAULT VALUES;
