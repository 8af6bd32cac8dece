import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findBreaches, readTree } from './walls.ts';
import { fences } from './walls-fences.ts';
import { rooms } from './walls-rules.ts';

const root = join(import.meta.dirname, '..');
const tree = readTree(root);

/** For each rule, code that it must refuse and the file it would be written into. */
const forbidden: [rule: string, path: string, code: string][] = [
  ['every file has a room', 'server2/new.ts', ''],
  ['every file has a room', 'client/src/hooks/new.ts', ''],
  ['tools', 'scripts/new.ts', `import '../client/src/lib/trpc.ts'`],
  ['shared', 'shared/new.ts', `import '../db/client.ts'`],
  ['shared', 'shared/new.ts', `import type { Db } from '../db/client.ts'`],
  ['shared', 'shared/new.ts', `import { readFileSync } from 'node:fs'`],
  ['shared', 'shared/new.ts', `import { atom } from 'nanostores'`],
  ['shared', 'shared/new.ts', `export * from '../db/client.ts'`],
  ['shared', 'shared/new.ts', `export { connect } from '../db/client.ts'`],
  ['shared', 'shared/new.ts', `await import('../db/client.ts')`],
  ['shared', 'shared/new.ts', `await import(globalThis.name)`],
  ['shared', 'shared/new.ts', `export type Db = import('../db/client.ts').Db`],
  ['shared', 'shared/new.ts', `const db = require('../db/client.ts')`],
  ['shared', 'shared/new.ts', `import '../../elsewhere.ts'`],
  ['shared', 'shared/new.ts', `import './missing.ts'`],
  ['db', 'db/new.ts', `import { DomainError } from '../server/errors.ts'`],
  ['db', 'db/new.ts', `import { createTestDatabase } from './testing/database.ts'`],
  ['db', 'db/new.ts', `import Fastify from 'fastify'`],
  ['ground of the verbs', 'server/lists/new.ts', `import { DomainError } from '../features/orders/place-order.ts'`],
  ['ground of the verbs', 'server/limits/new.ts', `import type { FastifyRequest } from 'fastify'`],
  ['ground of the verbs', 'server/audit/new.ts', `import { decideOrder } from '../features/orders/decide-order.ts'`],
  ['ground of the verbs', 'server/mail/write-mail.ts', `import { sendDueMails } from './send-due-mails.ts'`],
  ['domain verb', 'server/features/orders/new.ts', `import { startMailer } from '../../mail/mailer.ts'`],
  ['domain verb', 'server/features/orders/new.ts', `import { TRPCError } from '@trpc/server'`],
  ['domain verb', 'server/features/orders/new.ts', `import type { FastifyRequest } from 'fastify'`],
  ['domain verb', 'server/features/orders/new.ts', `import { request } from 'node:http'`],
  ['domain verb', 'server/features/orders/new.ts', `import { publicProcedure } from '../../trpc.ts'`],
  ['domain verb', 'server/features/orders/new.ts', `import { ordersRouter } from './router.ts'`],
  ['domain verb', 'server/features/orders/new.ts', `import { readConfig } from '../../env.ts'`],
  ['domain verb', 'server/features/orders/new.ts', `import { adminUserColumns } from '../users/user-columns.ts'`],
  ['domain verb', 'server/features/orders/new.ts', `import type { Me } from '../auth/who-am-i.ts'`],
  ['domain verb', 'server/features/orders/new.ts', `import '../../credentials/refresh-cookie.ts'`],
  ['domain verb', 'server/features/orders/new.ts', `import { type Deps } from '../../deps.ts'`],
  ['feature router', 'server/features/orders/router.ts', `import { connect } from '../../../db/client.ts'`],
  ['feature router', 'server/features/orders/router.ts', `import '../users/router.ts'`],
  ['users router', 'server/features/users/router.ts', `import '../balance/router.ts'`],
  ['admin router', 'server/features/admin/router.ts', `import { connect } from '../../../db/client.ts'`],
  ['ground of the verbs', 'server/lists/new.ts', `import '../features/orders/place-order.ts'`],
  ['pictures', 'server/pictures/new.ts', `import { images } from '../../db/schema/images.ts'`],
  ['images', 'server/images/new.ts', `import { uploadImage } from '../features/images/upload-image.ts'`],
  ['images', 'server/images/new.ts', `import { images } from '../../db/schema/images.ts'`],
  ['domain verb', 'server/features/images/new.ts', `import sharp from 'sharp'`],
  ['csv', 'server/csv/new.ts', `import { createService } from '../features/services/create-service.ts'`],
  ['csv', 'server/csv/new.ts', `import { services } from '../../db/schema/services.ts'`],
  ['domain verb', 'server/features/services/new.ts', `import { parse } from 'csv-parse'`],
  ['identity', 'server/identity/new.ts', `import { login } from '../features/auth/login.ts'`],
  ['identity', 'server/identity/new.ts', `import type { FastifyRequest } from 'fastify'`],
  ['credentials', 'server/credentials/new.ts', `import type { Deps } from '../deps.ts'`],
  ['ground of the procedures', 'server/context.ts', `import type { Me } from './features/auth/who-am-i.ts'`],
  ['ground of the procedures', 'server/deps.ts', `import './features/services/list-services.ts'`],
  ['ground of the procedures', 'server/trpc.ts', `import './http/status.ts'`],
  ['rest', 'server/rest/new.ts', `import { connect } from '../../db/client.ts'`],
  ['rest', 'server/rest/new.ts', `import { eq } from 'drizzle-orm'`],
  ['exports', 'server/exports/new.ts', `import { orders } from '../../db/schema/orders.ts'`],
  ['exports', 'server/exports/new.ts', `import { ordersRouter } from '../features/orders/router.ts'`],
  ['http', 'server/http/new.ts', `import { placeOrder } from '../features/orders/place-order.ts'`],
  ['live', 'server/live/new.ts', `import type { FastifyReply } from 'fastify'`],
  ['live', 'server/live/new.ts', `import { authenticate } from '../identity/authenticate.ts'`],
  ['domain verb', 'server/features/orders/new.ts', `import '../../live/live-streams.ts'`],
  ['metrics', 'server/metrics/new.ts', `import { readLanes } from '../features/balance/charge-lanes.ts'`],
  ['events', 'server/events/new.ts', `import { getService } from '../features/services/get-service.ts'`],
  ['supervisor', 'server/process/supervisor.ts', `import { connect } from '../../db/client.ts'`],
  ['supervisor', 'server/process/workers.ts', `import { buildApp } from '../app.ts'`],
  ['server', 'server/new.ts', `import { paths } from '../client/src/lib/paths.ts'`],
  ['server', 'server/new.ts', `import { createTestDatabase } from '../db/testing/database.ts'`],
  ['the line to the server', 'client/src/lib/trpc.ts', `import { appRouter } from '../../../server/router.ts'`],
  ['the line to the server', 'client/src/lib/trpc.ts', `import { type AppRouter } from '../../../server/router.ts'`],
  ['the line to the server', 'client/src/lib/trpc.ts', `import type { Db } from '../../../db/client.ts'`],
  ['client texts', 'client/src/i18n/new.ts', `import '../lib/storage.ts'`],
  ['client lib', 'client/src/lib/new.ts', `import type { AppRouter } from '../../../server/router.ts'`],
  ['client lib', 'client/src/lib/new.ts', `import '../components/money-text.tsx'`],
  ['client components', 'client/src/components/new.tsx', `import '../app/router.tsx'`],
  ['client components', 'client/src/components/new.tsx', `import '../features/orders/order-facts.tsx'`],
  ['client feature', 'client/src/features/orders/new.tsx', `import '../../app/router.tsx'`],
  ['client feature', 'client/src/features/orders/new.tsx', `import '../balance/payment-page.tsx'`],
  ['client feature', 'client/src/features/orders/new.tsx', `import type { X } from '../balance/payment-page.tsx'`],
  ['client feature', 'client/src/features/orders/new.tsx', `import type { R } from '../../../../server/router.ts'`],
  ['client feature', 'client/src/features/orders/new.tsx', `import { orders } from '../../../../db/schema/orders.ts'`],
  ['client feature', 'client/src/features/orders/new.tsx', `import { Pool } from 'postgres'`],
  ['client app', 'client/src/app/new.tsx', `import '../features/orders/order-facts.tsx'`],
  ['client app', 'client/src/app/new.tsx', `import '../testing/users.ts'`],
  ['client app', 'client/src/app/new.tsx', `import { trpcCodes } from '../../../server/errors.ts'`],
  ['client rendering', 'client/src/rendering/new.ts', `import '../features/home/hero.tsx'`],
  ['client rendering', 'client/src/rendering/new.ts', `import '../../../server/router.ts'`],
  ['client worker', 'client/src/worker/new.ts', `import '../lib/session.ts'`],
  ['first paint', 'client/theme-script.js', `import './src/lib/session.ts'`],
  ['reads process.env', 'server/new.ts', `export const port = process.env.PORT`],
  ['reads process.env', 'server/new.ts', `export const port = process['env'].PORT`],
  ['reads process.env', 'server/new.ts', `export const port = globalThis.process.env.PORT`],
  ['reads process.env', 'server/new.ts', `const { env } = process`],
  ['reads process.env', 'server/new.ts', `import { env } from 'node:process'`],
  ['writes accounts or ledger', 'server/features/orders/new.ts', `void tx.insert(ledger).values(row)`],
  ['writes accounts or ledger', 'server/features/orders/new.ts', `void tx.update(schema.accounts).set(row)`],
  ['writes accounts or ledger', 'server/features/orders/new.ts', 'void sql`insert into ledger (seq) values (1)`'],
  ['writes accounts or ledger', 'server/features/orders/new.ts', 'void sql`update ${accounts} set version = 0`'],
  ['writes accounts or ledger', 'server/features/orders/new.ts', `void sql.raw('DELETE FROM "ledger"')`],
  [
    'writes accounts or ledger',
    'server/features/orders/new.ts',
    `import { accounts as wallets } from '../../../db/schema/ledger.ts'; void db.delete(wallets)`,
  ],
];

/** What looks alike and is right. */
const allowed: [path: string, code: string][] = [
  ['client/src/lib/trpc.ts', `import type { AppRouter } from '../../../server/router.ts'`],
  ['server/features/orders/new.ts', `import type { Deps } from '../../deps.ts'`],
  ['server/features/balance/ledger.ts', `void tx.insert(ledger).values(row)`],
  ['server/features/orders/new.ts', `void tx.select().from(ledger); void sql\`select 1 from ledger for update\``],
  ['server/features/orders/new.ts', `void set.delete(order)`],
];

test('the walls are looked for in a tree of real size', () => {
  expect(tree.size).toBeGreaterThan(100);
  for (const room of ['shared/', 'db/', 'server/features/', 'client/src/features/', 'scripts/']) {
    expect([...tree.keys()].filter((path) => path.startsWith(room)).length, room).toBeGreaterThan(0);
  }
});

test('every rule of the table is shown to refuse something', () => {
  const rules = [...rooms.map(({ name }) => name), ...Object.keys(fences), 'every file has a room'];
  expect(new Set(forbidden.map(([rule]) => rule))).toEqual(new Set(rules.filter((rule) => rule !== 'tests')));
});

test('no rule speaks of a file that is not there', () => {
  const patterns = [...rooms.flatMap(({ files, may }) => [...files, ...may]), ...Object.values(fences).flat()];
  const files = patterns.map((pattern) => pattern.replace(/^type /, '')).filter((path) => !/[*{!]/.test(path));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

describe('a breach is reported once, by the rule it breaks', () => {
  test.each(forbidden)('%s: %s with %s', (rule, path, code) => {
    const broken = new Map(tree).set(path, code);
    expect(findBreaches(broken, [path]).map((breach) => breach.rule)).toEqual([rule]);
  });
});

test.each(allowed)('%s may say %s', (path, code) => {
  expect(findBreaches(new Map(tree).set(path, code), [path])).toEqual([]);
});

test('a file that can not be parsed is no clean file', () => {
  expect(() => findBreaches(new Map([['shared/new.ts', 'import {']]))).toThrow('shared/new.ts');
});

test('the command fails on a copy of this tree with one forbidden import, and only then', () => {
  const copy = mkdtempSync(join(tmpdir(), 'walls-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(join(copy, path, '..'), { recursive: true });
    writeFileSync(join(copy, path), text);
  };
  for (const [path, text] of tree) write(path, text);
  expect(runCommand(copy)).toEqual({ status: 0, lines: [`${tree.size} files, 0 breaches of the walls`] });

  write('shared/broken.ts', "import '../db/client.ts';\n");
  const reported = ['shared/broken.ts:1 [shared] may not import db/client.ts'];
  const lines = [...reported, `${tree.size + 1} files, 1 breaches of the walls`];
  expect(runCommand(copy)).toEqual({ status: 1, lines });
});

test('the command fails where it finds nothing to look at', () => {
  const empty = mkdtempSync(join(tmpdir(), 'walls-'));
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
  expect(runCommand(empty)).toEqual({ status: 1, lines: ['0 files, 0 breaches of the walls'] });
});

function runCommand(folder: string) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/walls.ts'), folder], {
    encoding: 'utf8',
  });
  return { status, lines: stdout.trimEnd().split('\n') };
}
