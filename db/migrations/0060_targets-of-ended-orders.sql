CREATE OR REPLACE TRIGGER orders_transition BEFORE UPDATE ON orders
  FOR EACH ROW WHEN (
    (OLD.status IN ('completed', 'partial')
      AND NOT (OLD.target_key IS NULL AND (to_jsonb(OLD) - 'target_key') = (to_jsonb(NEW) - 'target_key')))
    OR (OLD.status = 'rejected' AND NEW.status NOT IN ('rejected', 'completed'))
    OR (OLD.status = 'processing' AND NEW.status = 'pending')
  ) EXECUTE FUNCTION refuse_change('this status does not follow the one it has');
