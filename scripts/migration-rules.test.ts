import { expect, test } from 'vitest';
import { parseMigration, readMigrations } from '#db/migrator/read-migrations.ts';
import { findProblems } from './migration-rules.ts';

/** An older schema, and what one new migration does to it. */
async function problemsOf(...statements: string[]): Promise<string> {
  const before = parseMigration(
    '0000_schema',
    1,
    `CREATE TABLE "users" ("id" bigint PRIMARY KEY);
    CREATE TABLE "orders" ("id" bigint PRIMARY KEY, "user_id" bigint, "link" text, "old" text);
    CREATE TABLE "settings" ("id" smallint PRIMARY KEY);
    CREATE INDEX "orders_link_idx" ON "orders" ("link");`,
  );
  const later = parseMigration('0036_trial', 2, statements.join('\n--> statement-breakpoint\n'));
  return (await findProblems([before, later])).join('\n');
}

const OUTSIDE = '-- outside a transaction\n';

/** Each rule with what it refuses, and with the form that it accepts. */
const rules: { rule: string; bad: string[]; says: string; good: string[] }[] = [
  {
    rule: 'an index on an existing table is built concurrently',
    bad: ['CREATE INDEX "i" ON "orders" ("user_id");'],
    says: 'an index on orders is built concurrently',
    good: [`${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "orders" ("user_id");`],
  },
  {
    rule: 'a new table gets its indexes and constraints in the same migration',
    bad: ['CREATE UNIQUE INDEX "i" ON "orders" ("user_id");'],
    says: 'built concurrently',
    good: [
      'CREATE TABLE "new" ("id" bigint, "user_id" bigint NOT NULL);',
      'ALTER TABLE "new" ADD CONSTRAINT "fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id");',
      'CREATE UNIQUE INDEX "i" ON "new" ("user_id");',
    ],
  },
  {
    rule: 'an index that is built concurrently has the mark and can be built again',
    bad: ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "orders" ("user_id");'],
    says: 'needs the mark',
    good: [`${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "orders" ("user_id");`],
  },
  {
    rule: 'an index is dropped concurrently',
    bad: ['DROP INDEX "orders_link_idx";'],
    says: 'the index orders_link_idx is dropped concurrently',
    good: [`${OUTSIDE}DROP INDEX CONCURRENTLY IF EXISTS "orders_link_idx";`],
  },
  {
    rule: 'what runs outside a transaction can be run again',
    bad: [`${OUTSIDE}INSERT INTO "orders" ("id") VALUES (1);`],
    says: 'must be safe to run again',
    good: [`${OUTSIDE}ANALYZE "orders";`],
  },
  {
    rule: 'a default is the same for all rows',
    bad: ['ALTER TABLE "orders" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;'],
    says: 'the default of orders.key is computed per row',
    good: ['ALTER TABLE "orders" ADD COLUMN "at" timestamptz DEFAULT now() NOT NULL;'],
  },
  {
    rule: 'a column that must have a value has a default',
    bad: ['ALTER TABLE "orders" ADD COLUMN "note" text NOT NULL;'],
    says: 'NOT NULL without a default',
    good: [`ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT '' NOT NULL;`],
  },
  {
    rule: 'a small table, too: an older server inserts without the column',
    bad: ['ALTER TABLE "settings" ADD COLUMN "note" text NOT NULL;'],
    says: 'inserts rows without it',
    good: [`ALTER TABLE "settings" ADD COLUMN "note" text DEFAULT '' NOT NULL CHECK (length("note") < 9);`],
  },
  {
    rule: 'a generated column is filled in batches',
    bad: ['ALTER TABLE "orders" ADD COLUMN "size" int GENERATED ALWAYS AS (length("link")) STORED;'],
    says: 'the generated column orders.size rewrites the table',
    good: [
      'ALTER TABLE "orders" ADD COLUMN "size" int;',
      `${OUTSIDE.trim()}, in batches
UPDATE "orders" SET "size" = length("link") WHERE "id" IN (SELECT "id" FROM "orders" WHERE "size" IS NULL LIMIT 1000);`,
    ],
  },
  {
    rule: 'a numbered column is none of a table with rows',
    bad: ['ALTER TABLE "orders" ADD COLUMN "n" bigserial;'],
    says: 'a serial column orders.n rewrites the table',
    good: ['ALTER TABLE "orders" ADD COLUMN "n" bigint;'],
  },
  {
    rule: 'a column keeps its type',
    bad: ['ALTER TABLE "orders" ALTER COLUMN "user_id" SET DATA TYPE numeric;'],
    says: 'another type for orders.user_id rewrites the table',
    good: ['ALTER TABLE "orders" ADD COLUMN "user_number" numeric;'],
  },
  {
    rule: 'NOT NULL follows a validated check',
    bad: [
      'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("link" IS NOT NULL) NOT VALID;',
      'ALTER TABLE "orders" ALTER COLUMN "link" SET NOT NULL;',
    ],
    says: 'first add and validate CHECK (link IS NOT NULL)',
    good: [
      'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("link" IS NOT NULL) NOT VALID;',
      `${OUTSIDE}ALTER TABLE "orders" VALIDATE CONSTRAINT "c";`,
      'ALTER TABLE "orders" ALTER COLUMN "link" SET NOT NULL;',
    ],
  },
  {
    rule: 'a check is added NOT VALID',
    bad: [`ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("link" <> '');`],
    says: 'the constraint c reads all of orders',
    good: [
      `ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("link" <> '') NOT VALID;`,
      `${OUTSIDE}ALTER TABLE "orders" VALIDATE CONSTRAINT "c";`,
    ],
  },
  {
    rule: 'a constraint is validated outside the transaction that adds it',
    bad: [
      `ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("link" <> '') NOT VALID;`,
      'ALTER TABLE "orders" VALIDATE CONSTRAINT "c";',
    ],
    says: 'the constraint c is validated outside the transaction',
    good: [`${OUTSIDE}ALTER TABLE "orders" VALIDATE CONSTRAINT "c";`],
  },
  {
    rule: 'a foreign key is added NOT VALID',
    bad: ['ALTER TABLE "orders" ADD CONSTRAINT "fk" FOREIGN KEY ("user_id") REFERENCES "users"("id");'],
    says: 'the constraint fk reads all of orders',
    good: ['ALTER TABLE "orders" ADD CONSTRAINT "fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") NOT VALID;'],
  },
  {
    rule: 'a unique constraint uses an index',
    bad: ['ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE ("link");'],
    says: 'the constraint u builds an index on orders',
    good: [
      `${OUTSIDE}CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "u" ON "orders" ("link");`,
      'ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE USING INDEX "u";',
    ],
  },
  {
    rule: 'a column with a unique constraint uses an index, too',
    bad: ['ALTER TABLE "orders" ADD COLUMN "code" text UNIQUE;'],
    says: 'the unique column orders.code builds an index',
    good: ['ALTER TABLE "orders" ADD COLUMN "code" text;'],
  },
  {
    rule: 'a column is dropped once no server uses it',
    bad: ['ALTER TABLE "orders" DROP COLUMN "old";'],
    says: 'the column orders.old is dropped, which a server of the release before may still use',
    good: ['-- accepted: no server since 1.2 reads it\nALTER TABLE "orders" DROP COLUMN "old";'],
  },
  {
    rule: 'a reason has more than a word',
    bad: ['-- accepted: yes\nALTER TABLE "orders" DROP COLUMN "old";'],
    says: 'is dropped',
    good: ['-- accepted: no server since 1.2 reads it\nDROP TABLE "users";'],
  },
  {
    rule: 'a table is dropped once no server uses it',
    bad: ['DROP TABLE "users";'],
    says: 'users is dropped',
    good: ['CREATE TABLE "new" ("id" bigint);', 'DROP TABLE "new";'],
  },
  {
    rule: 'names stay',
    bad: ['ALTER TABLE "orders" RENAME COLUMN "old" TO "older";'],
    says: 'orders or a part of it is renamed',
    good: ['ALTER TABLE "orders" ADD COLUMN "older" text;'],
  },
  {
    rule: 'rows change in batches',
    bad: [`UPDATE "orders" SET "old" = '';`],
    says: 'rows of orders change in one transaction',
    good: [
      `${OUTSIDE.trim()}, in batches
DELETE FROM "orders" WHERE "id" IN (SELECT "id" FROM "orders" WHERE "old" = '' LIMIT 1000);`,
      'UPDATE "settings" SET "id" = 1;',
    ],
  },
  {
    rule: 'rows change in batches, also within another statement',
    bad: [`WITH gone AS (DELETE FROM "orders" RETURNING 1) INSERT INTO "settings" ("id") SELECT count(*) FROM gone;`],
    says: 'a whole table is copied in one transaction: orders',
    good: ['INSERT INTO "settings" ("id") VALUES (2);'],
  },
  {
    rule: 'a table is not locked by hand',
    bad: ['LOCK TABLE "orders" IN SHARE MODE;'],
    says: 'LOCK locks a table for long',
    good: ['ALTER TABLE "orders" ALTER COLUMN "old" DROP NOT NULL;'],
  },
  { rule: 'no CLUSTER', bad: ['CLUSTER "orders" USING "orders_pkey";'], says: 'CLUSTER locks a table', good: [] },
  { rule: 'no TRUNCATE', bad: ['TRUNCATE "orders";'], says: 'TRUNCATE locks a table', good: [] },
  { rule: 'no VACUUM FULL', bad: ['VACUUM FULL "orders";'], says: 'VACUUM is not a migration', good: [] },
  {
    rule: 'an index is rebuilt concurrently',
    bad: ['REINDEX INDEX "orders_link_idx";'],
    says: 'REINDEX locks a table',
    good: [`${OUTSIDE}REINDEX INDEX CONCURRENTLY "orders_link_idx";`],
  },
  {
    rule: 'no materialized view is refreshed',
    bad: ['REFRESH MATERIALIZED VIEW "v";'],
    says: 'REFRESHMATVIEW locks a table',
    good: [],
  },
  {
    rule: 'code that can not be read is refused',
    bad: ["DO $$ BEGIN EXECUTE 'drop table orders'; END $$;"],
    says: 'nothing is known of the locks of DoStmt',
    good: ['CREATE FUNCTION f() RETURNS int LANGUAGE sql RETURN 1;'],
  },
  {
    rule: 'an unknown change of a table is refused',
    bad: ['ALTER TABLE "orders" SET UNLOGGED;'],
    says: 'nothing is known of the locks of AT_SetUnLogged on orders',
    good: ['ALTER TABLE "orders" SET (fillfactor = 90);'],
  },
];

test.each(rules)('$rule', async ({ bad, says, good }) => {
  expect(await problemsOf(...bad)).toContain(says);
  expect(await problemsOf(...good)).toBe('');
});

test('a problem names the migration and the statement', async () => {
  expect(await problemsOf('-- a comment\nTRUNCATE "orders";')).toBe(
    '0036_trial: TRUNCATE locks a table for long\n    TRUNCATE "orders";',
  );
});

test('the migrations of this version follow the rules, and those before stay exempt', async () => {
  expect(await findProblems(readMigrations())).toEqual([]);
});
