-- Amounts of suppliers with all their digits: micro-units with 4 decimals. The columns in whole micro-units stay for servers of the
-- release before; triggers keep both in step, whoever writes. The books have two sums: the exact one, and that of the rounded entries.
ALTER TABLE "supplier_services" ADD COLUMN "cost_exact" numeric(24, 4) DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "supplier_services" ALTER COLUMN "cost_micros" SET DEFAULT 0;
--> statement-breakpoint
ALTER TABLE "service_sources" ADD COLUMN "accepted_cost_exact" numeric(24, 4) DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "service_sources" ALTER COLUMN "accepted_cost_micros" SET DEFAULT 0;
--> statement-breakpoint
ALTER TABLE "service_sources" ADD COLUMN "overcharges" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "balance_exact" numeric(24, 4);
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "books_exact" numeric(24, 4) DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "supplier_entries" ADD COLUMN "amount_exact" numeric(24, 4);
--> statement-breakpoint
ALTER TABLE "supplier_entries" ADD COLUMN "balance_after_exact" numeric(24, 4);
--> statement-breakpoint
ALTER TABLE "forwards" ADD COLUMN "cost_exact" numeric(24, 4);
--> statement-breakpoint
ALTER TABLE "forwards" ADD COLUMN "charged_exact" numeric(24, 4);
--> statement-breakpoint
ALTER TABLE "forwards" ADD COLUMN "supplier_charge_exact" numeric(24, 4);
--> statement-breakpoint
ALTER TABLE "forwards" ADD COLUMN "unreadable_count" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "forwards" DROP CONSTRAINT "forwards_flag_check";
--> statement-breakpoint
ALTER TABLE "forwards" ADD CONSTRAINT "forwards_flag_check" CHECK ("forwards"."flag" in ('unknown_status', 'remains_out_of_range', 'order_not_known', 'partial_package', 'charged_though_canceled', 'money_back', 'all_refused', 'too_expensive', 'link_in_use', 'changed_after_end', 'overcharged', 'completed_with_remains', 'unreadable_status')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "forwards" DROP CONSTRAINT "forwards_charged_check";
--> statement-breakpoint
ALTER TABLE "forwards" ADD CONSTRAINT "forwards_charged_check" CHECK (num_nulls("forwards"."charged_micros", "forwards"."charged_nanos") in (0, 2) and "forwards"."charged_micros" >= 0 and "forwards"."charged_nanos" >= 0) NOT VALID;
--> statement-breakpoint
ALTER TABLE "service_sources" DROP CONSTRAINT "service_sources_pause_reason_check";
--> statement-breakpoint
ALTER TABLE "service_sources" ADD CONSTRAINT "service_sources_pause_reason_check" CHECK ("service_sources"."paused_reason" in ('person', 'refused', 'gone', 'type_changed', 'limits_changed', 'below_cost', 'overcharged')) NOT VALID;
--> statement-breakpoint
CREATE FUNCTION keep_listed_cost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.cost_exact <> OLD.cost_exact THEN NEW.cost_micros := ceil(NEW.cost_exact);
    ELSIF NEW.cost_micros <> OLD.cost_micros THEN NEW.cost_exact := NEW.cost_micros; END IF;
  ELSIF NEW.cost_exact = 0 THEN NEW.cost_exact := NEW.cost_micros;
  ELSE NEW.cost_micros := ceil(NEW.cost_exact); END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER supplier_services_cost BEFORE INSERT OR UPDATE OF cost_exact, cost_micros ON supplier_services
  FOR EACH ROW EXECUTE FUNCTION keep_listed_cost();
--> statement-breakpoint
CREATE FUNCTION keep_accepted_cost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.accepted_cost_exact <> OLD.accepted_cost_exact THEN NEW.accepted_cost_micros := ceil(NEW.accepted_cost_exact);
    ELSIF NEW.accepted_cost_micros <> OLD.accepted_cost_micros THEN NEW.accepted_cost_exact := NEW.accepted_cost_micros; END IF;
  ELSIF NEW.accepted_cost_exact = 0 THEN NEW.accepted_cost_exact := NEW.accepted_cost_micros;
  ELSE NEW.accepted_cost_micros := ceil(NEW.accepted_cost_exact); END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER service_sources_cost BEFORE INSERT OR UPDATE OF accepted_cost_exact, accepted_cost_micros ON service_sources
  FOR EACH ROW EXECUTE FUNCTION keep_accepted_cost();
--> statement-breakpoint
-- accepted: suppliers are few. An entry of a server of the release before follows the whole balance, so it is filled before any is written.
UPDATE suppliers SET balance_exact = balance_micros, books_exact = books_micros;
--> statement-breakpoint
CREATE FUNCTION keep_supplier_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.balance_exact := coalesce(NEW.balance_exact, NEW.balance_micros);
    NEW.balance_micros := ceil(NEW.balance_exact);
  ELSIF NEW.balance_exact IS DISTINCT FROM OLD.balance_exact THEN NEW.balance_micros := ceil(NEW.balance_exact);
  ELSIF NEW.balance_micros IS DISTINCT FROM OLD.balance_micros THEN NEW.balance_exact := NEW.balance_micros;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.books_exact = OLD.books_exact THEN
    NEW.books_exact := OLD.books_exact + (NEW.books_micros - OLD.books_micros);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER suppliers_balances BEFORE INSERT OR UPDATE OF balance_exact, balance_micros, books_exact, books_micros ON suppliers
  FOR EACH ROW EXECUTE FUNCTION keep_supplier_balances();
--> statement-breakpoint
-- An entry without amount_exact is of a server of the release before: a purchase is booked in whole micro-units.
CREATE FUNCTION fill_balance_after() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.balance_after_exact := (SELECT books_exact FROM suppliers WHERE id = NEW.supplier_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER supplier_entries_balance BEFORE INSERT ON supplier_entries
  FOR EACH ROW WHEN (NEW.balance_after_exact IS NULL) EXECUTE FUNCTION fill_balance_after();
--> statement-breakpoint
CREATE FUNCTION keep_forward_costs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.cost_exact := coalesce(NEW.cost_exact, NEW.cost_micros);
    NEW.cost_micros := ceil(NEW.cost_exact);
    NEW.charged_exact := coalesce(NEW.charged_exact, NEW.charged_micros);
    NEW.charged_micros := ceil(NEW.charged_exact);
    NEW.supplier_charge_exact := coalesce(NEW.supplier_charge_exact, NEW.supplier_charge_micros);
    NEW.supplier_charge_micros := ceil(NEW.supplier_charge_exact);
    RETURN NEW;
  END IF;
  IF NEW.cost_exact IS DISTINCT FROM OLD.cost_exact THEN NEW.cost_micros := ceil(NEW.cost_exact);
  ELSIF NEW.cost_micros IS DISTINCT FROM OLD.cost_micros THEN NEW.cost_exact := NEW.cost_micros; END IF;
  IF NEW.charged_exact IS DISTINCT FROM OLD.charged_exact THEN NEW.charged_micros := ceil(NEW.charged_exact);
  ELSIF NEW.charged_micros IS DISTINCT FROM OLD.charged_micros THEN NEW.charged_exact := NEW.charged_micros; END IF;
  IF NEW.supplier_charge_exact IS DISTINCT FROM OLD.supplier_charge_exact THEN NEW.supplier_charge_micros := ceil(NEW.supplier_charge_exact);
  ELSIF NEW.supplier_charge_micros IS DISTINCT FROM OLD.supplier_charge_micros THEN NEW.supplier_charge_exact := NEW.supplier_charge_micros; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER forwards_first_costs BEFORE INSERT ON forwards
  FOR EACH ROW WHEN (num_nonnulls(NEW.cost_exact, NEW.cost_micros) > 0) EXECUTE FUNCTION keep_forward_costs();
--> statement-breakpoint
CREATE TRIGGER forwards_costs BEFORE UPDATE OF cost_exact, cost_micros, charged_exact, charged_micros, supplier_charge_exact,
  supplier_charge_micros ON forwards
  FOR EACH ROW EXECUTE FUNCTION keep_forward_costs();
--> statement-breakpoint
INSERT INTO supplier_status_words (word, meaning) VALUES
  ('queued', 'open'), ('waiting', 'open'), ('submitted', 'open'), ('running', 'open'), ('done', 'completed')
  ON CONFLICT (word) DO NOTHING;
--> statement-breakpoint
-- outside a transaction, in batches
UPDATE supplier_services SET cost_exact = cost_micros WHERE (supplier_id, external_id) IN (
  SELECT supplier_id, external_id FROM supplier_services WHERE cost_exact = 0 AND cost_micros <> 0 LIMIT 10000);
--> statement-breakpoint
-- outside a transaction, in batches
UPDATE service_sources SET accepted_cost_exact = accepted_cost_micros WHERE (service_id, position) IN (
  SELECT service_id, position FROM service_sources WHERE accepted_cost_exact = 0 AND accepted_cost_micros <> 0 LIMIT 10000);
--> statement-breakpoint
-- outside a transaction, in batches
UPDATE forwards SET cost_exact = cost_micros, charged_exact = charged_micros, supplier_charge_exact = supplier_charge_micros WHERE id IN (
  SELECT id FROM forwards WHERE cost_exact IS NULL AND cost_micros IS NOT NULL ORDER BY id LIMIT 10000);
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "forwards" VALIDATE CONSTRAINT "forwards_flag_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "forwards" VALIDATE CONSTRAINT "forwards_charged_check";
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "service_sources" VALIDATE CONSTRAINT "service_sources_pause_reason_check";
