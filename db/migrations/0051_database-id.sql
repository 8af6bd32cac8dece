ALTER TABLE "settings" ADD COLUMN "database_id" uuid DEFAULT gen_random_uuid() NOT NULL;
--> statement-breakpoint
CREATE TRIGGER settings_database_id BEFORE UPDATE ON settings
  FOR EACH ROW WHEN (OLD.database_id IS DISTINCT FROM NEW.database_id)
  EXECUTE FUNCTION refuse_change('a database keeps its id');
