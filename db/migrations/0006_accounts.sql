CREATE TABLE "email_changes" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"confirmer" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_changes_confirmer_check" CHECK ("email_changes"."confirmer" in ('old', 'new'))
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_hash_key" ON "email_changes" USING btree ("hash");
--> statement-breakpoint
-- One text for all the ways to write the same name: NFKC, then lower case of upper case, so that letters which share a
-- capital are one. The Turkish dot tells nothing apart: I, i, ı and İ are one letter, as each is another's capital somewhere.
-- The collation is the one that changes least with updates of the system: PostgreSQL's own (17 and later), else ICU's, else
-- the database's.
DO $$
DECLARE
  stable text := coalesce(
    (SELECT 'COLLATE pg_catalog.' || quote_ident(collname) FROM pg_collation
     WHERE collname IN ('pg_c_utf8', 'und-x-icu') AND collencoding IN (-1, pg_char_to_encoding(getdatabaseencoding()))
     ORDER BY collname = 'pg_c_utf8' DESC LIMIT 1), '');
BEGIN
  EXECUTE format(
    $f$CREATE FUNCTION folded(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
       RETURN replace(lower(upper(normalize(name, NFKC) %1$s) %1$s), U&'i\0307', 'i')$f$, stable);
END $$;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_key" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- Where several accounts have had one address in different letters, it leads to the oldest. The others stay as they are,
-- reached by their user names, until they choose another address; no address has a space, so nothing that is typed finds them.
UPDATE users u SET email_key = k.key || CASE WHEN k.nth > 1 THEN ' ' || u.id ELSE '' END
FROM (SELECT id, folded(email) AS key, row_number() OVER (PARTITION BY folded(email) ORDER BY id) AS nth FROM users) k
WHERE k.id = u.id;
--> statement-breakpoint
DROP INDEX "users_email_key";
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email_key");
--> statement-breakpoint
CREATE FUNCTION fold_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_key := folded(NEW.email);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_email_folded_first BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION fold_email();
--> statement-breakpoint
CREATE TRIGGER users_email_folded_again BEFORE UPDATE OF email ON users
  FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION fold_email();
--> statement-breakpoint
-- Names are one line from here on; what broke it in older ones becomes a space.
UPDATE users SET name = coalesce(nullif(btrim(regexp_replace(name, U&'[\0001-\001f\007f-\009f\061c\200e\200f\2028-\202e\2066-\2069]+', ' ', 'g')), ''), user_name)
WHERE name ~ U&'[\0001-\001f\007f-\009f\061c\200e\200f\2028-\202e\2066-\2069]';
