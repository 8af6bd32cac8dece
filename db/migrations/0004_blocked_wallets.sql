ALTER TABLE "accounts" ADD COLUMN "owner_blocked" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE accounts SET owner_blocked = true FROM users WHERE users.id = accounts.user_id AND users.blocked_at IS NOT NULL;
--> statement-breakpoint
-- Blocking writes the wallet's row, so it waits for a charge that is under way, and a charge that waits for it is judged
-- by what it wrote.
CREATE FUNCTION tell_wallet_of_block() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts SET owner_blocked = NEW.blocked_at IS NOT NULL WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_block AFTER UPDATE ON users
  FOR EACH ROW WHEN ((OLD.blocked_at IS NULL) <> (NEW.blocked_at IS NULL)) EXECUTE FUNCTION tell_wallet_of_block();
--> statement-breakpoint
CREATE FUNCTION ask_whether_owner_is_blocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_blocked := EXISTS (SELECT FROM users WHERE id = NEW.user_id AND blocked_at IS NOT NULL);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_owner_blocked BEFORE INSERT ON accounts
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION ask_whether_owner_is_blocked();
