import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { expect, onTestFinished, test } from 'vitest';
import { findMoneyWriters } from './check-money-writers.ts';

const root = join(import.meta.dirname, '..');

/** For each rule a file and imports that it forbids; `type:` for imports that TypeScript erases. */
const forbidden: [rule: string, path: string, imports: string][] = [
  ['every file has a module', 'client/src/hooks/new.ts', '../../../shared/money.ts'],
  ['tools', 'scripts/new.ts', '../client/src/lib/trpc.ts'],
  ['shared', 'shared/new.ts', '../db/client.ts type:../db/pool.ts node:fs nanostores ../../elsewhere.ts'],
  ['db', 'db/new.ts', '../server/errors.ts ./testing/database.ts fastify'],
  ['money', 'server/money/new.ts', '../features/orders/place-order.ts ../features/orders/router.ts type:fastify'],
  ['feature router', 'server/features/users/router.ts', '../wallet/router.ts'],
  ['feature router', 'server/features/orders/router.ts', '../../../db/client.ts ../users/router.ts'],
  ['ground of the verbs', 'server/lists/new.ts', '../features/orders/place-order.ts ../events/event-bus.ts'],
  ['ground of the verbs', 'server/limits/new.ts', 'type:fastify'],
  ['ground of the verbs', 'server/audit/new.ts', '../features/orders/decide-order.ts'],
  ['ground of the verbs', 'server/mail/write-mail.ts', './send-due-mails.ts'],
  ['backup', 'server/backup/new.ts', '../features/orders/place-order.ts ../money/move-money.ts postgres'],
  ['csv', 'server/features/services/import/read-csv.ts', '../create-service.ts ../../../../db/schema/services.ts'],
  ['identity', 'server/identity/new.ts', '../features/auth/login.ts type:fastify'],
  ['outbound', 'server/outbound/new.ts', '../webhooks/record-outcome.ts type:fastify'],
  ['ground of the webhooks', 'server/webhooks/end-deliveries.ts', './record-outcome.ts standardwebhooks'],
  ['webhooks', 'server/webhooks/new.ts', '../features/orders/place-order.ts ../http/status.ts'],
  [
    'verbs of webhooks',
    'server/features/webhooks/new.ts',
    '../../webhooks/record-outcome.ts ../../outbound/outbound.ts fastify',
  ],
  ['credentials', 'server/credentials/new.ts', 'type:../deps.ts ../env.ts'],
  ['ground of the procedures', 'server/context.ts', 'type:./features/auth/who-am-i.ts'],
  ['ground of the procedures', 'server/deps.ts', './features/services/list-services.ts'],
  ['ground of the procedures', 'server/trpc.ts', './http/status.ts'],
  ['events', 'server/events/new.ts', '../features/services/get-service.ts'],
  ['live', 'server/live/new.ts', 'type:fastify ../identity/authenticate.ts'],
  ['metrics', 'server/metrics/new.ts', '../money/batch.ts'],
  [
    'orders with requests',
    'server/features/requests/new.ts',
    '../orders/router.ts ../services/list-services.ts ../../mail/mailer.ts ../../events/event-bus.ts',
  ],
  [
    'domain verb',
    'server/features/orders/new.ts',
    '../../mail/mailer.ts ../../trpc.ts ./router.ts ../../env.ts ../../deps.ts',
  ],
  ['domain verb', 'server/features/orders/other.ts', '@trpc/server type:fastify node:http node:https node:http2'],
  [
    'domain verb',
    'server/features/orders/third.ts',
    '../users/user-columns.ts type:../auth/who-am-i.ts ../settings/get-settings.ts ../requests/askables.ts',
  ],
  ['domain verb', 'server/features/orders/fourth.ts', '../../credentials/refresh-cookie.ts ../../live/live-streams.ts'],
  ['domain verb', 'server/features/services/import/new.ts', 'csv-parse'],
  ['domain verb', 'server/features/images/new.ts', 'sharp'],
  ['rest', 'server/rest/new.ts', '../../db/client.ts drizzle-orm ../features/orders/router.ts'],
  ['exports', 'server/exports/new.ts', '../../db/schema/orders.ts ../features/orders/router.ts'],
  ['images', 'server/images/new.ts', '../features/images/upload-image.ts fastify'],
  ['http', 'server/http/new.ts', '../features/orders/place-order.ts'],
  ['supervisor', 'server/process/supervisor.ts', '../../db/client.ts'],
  ['supervisor', 'server/process/workers.ts', '../app.ts'],
  ['server', 'server/new.ts', '../client/src/lib/paths.ts ../db/testing/database.ts'],
  ['only the app imports rest', 'server/new.ts', './rest/routes.ts'],
  ['client texts', 'client/src/i18n/new.ts', '../lib/storage.ts'],
  ['tRPC client', 'client/src/lib/trpc.ts', '../../../server/router.ts type:../../../db/client.ts'],
  ['client lib', 'client/src/lib/new.ts', 'type:../../../server/router.ts ../components/money-text.tsx @trpc/server'],
  ['client components', 'client/src/components/new.tsx', '../app/router.tsx ../features/orders/order-facts.tsx'],
  ['client feature', 'client/src/features/orders/new.tsx', '../../app/router.tsx ../balance/payment-page.tsx postgres'],
  [
    'client feature',
    'client/src/features/orders/other.tsx',
    'type:../balance/total.tsx type:../../../../server/router.ts',
  ],
  ['client feature', 'client/src/features/orders/third.tsx', '../../../../db/schema/orders.ts ../../testing/users.ts'],
  ['service worker', 'client/src/worker/new.ts', '../lib/session.ts'],
  ['first paint', 'client/theme-script.js', './src/lib/session.ts'],
  ['client rendering', 'client/src/rendering/new.ts', '../features/home/hero.tsx ../../../server/router.ts'],
  [
    'client app',
    'client/src/app/new.tsx',
    '../features/orders/order-facts.tsx ../testing/users.ts ../../../server/errors.ts',
  ],
];

const form = 'shared/form.ts';
/** Every form of import that the rules must detect. */
const forms = [
  "export * from '../db/all.ts'",
  "export { connect } from '../db/named.ts'",
  "await import('../db/dynamic.ts')",
  "require('../db/required.ts')",
  "import '#db/alias.ts'",
];

/** Similar imports that are allowed. */
const allowed: [path: string, imports: string][] = [
  ['client/src/lib/trpc.ts', '../../../shared/money.ts @trpc/client type:@trpc/server'],
  ['server/features/wallet/new.ts', 'type:../../deps.ts ../../money/ledger.ts ../../../db/client.ts node:crypto zod'],
  ['client/src/features/home/new.tsx', '../orders/order-dialog-host.tsx react ../../lib/paths.ts'],
  ['db/new.test.ts', '../server/errors.ts vitest'],
];

test('every violation is reported by its rule, and nothing else is', () => {
  const tree = makeTree();
  const expected: string[] = [];
  for (const [rule, path, imports] of forbidden) {
    for (const name of tree.plant(path, imports)) expected.push(`${rule}: ${path} ${name.replace('node:', '')}`);
  }
  for (const code of forms) {
    const [, name = ''] = /'(.*)'/.exec(code) ?? [];
    tree.add(join(dirname(form), name.replace('#', '../')), '');
    tree.add(form, `${code};\n`);
    expected.push(`shared: ${form} ${name}`);
  }
  for (const [path, imports] of allowed) tree.plant(path, imports);
  tree.add('other/orphan.ts', '');
  tree.add('shared/missing.ts', "import './not-there.ts';\n");
  tree.add('shared/circle.ts', "import type { Back } from './back.ts';\n");
  tree.add('shared/back.ts', "import './circle.ts';\n");
  expected.push('every file has a module: other/orphan.ts', 'imports exist: shared/missing.ts ./not-there.ts');
  expected.push('no circles: shared/back.ts ./circle.ts');
  expect(violationsIn(tree.folder)).toEqual(expected.toSorted());
});

test.each([
  ['server/new.ts', 'no-restricted-properties', 'export const port = process.env.PORT'],
  ['server/new.ts', 'no-restricted-properties', "export const port = process['env'].PORT"],
  ['server/new.ts', 'no-restricted-properties', 'export const { env } = process'],
  ['server/new.ts', 'no-restricted-properties', 'export const port = globalThis.process.env.PORT'],
  ['server/new.ts', 'no-restricted-imports', "import { env } from 'node:process'; export const { PORT } = env"],
  ['shared/new.ts', 'no-dynamic-require', 'export const found = import(globalThis.name)'],
  ['shared/new.ts', 'consistent-type-imports', "export type Db = import('#db/client.ts').Db"],
  ['shared/new.ts', 'no-import-type-side-effects', "import { type Db } from '#db/client.ts'; export type Own = Db"],
])('in %s %s refuses %s', (path, rule, code) => {
  const tree = makeTree();
  tree.add(path, code);
  tree.add('server/env.ts', 'export const port = process.env.PORT');
  const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8').replace('"typeAware": true', '"typeAware": false');
  tree.add('.oxlintrc.json', config);
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=unix', 'server', 'shared'], {
    cwd: tree.folder,
    encoding: 'utf8',
  });
  expect(stdout).toMatch(new RegExp(`^${path}:.*\\(${rule}\\)\\]$`, 'm'));
  expect(stdout).not.toContain('env.ts:');
});

test.each([
  ['tx.insert(ledger).values(row)', 'tx.update(schema.accounts).set(row)'],
  ['sql`insert into ledger (seq) values (1)`', 'sql`update ${accounts} set version = 0`'],
  [`sql.raw('DELETE FROM "ledger"')`, "import { accounts as wallets } from '../../../db/schema/ledger.ts'"],
])('only the money module may contain %s or %s', (...breaches) => {
  const tree = makeTree();
  const paths = breaches.map((code, at) => {
    tree.add(`server/money/${at}.ts`, code);
    tree.add(`server/features/orders/${at}.ts`, code);
    return `server/features/orders/${at}.ts`;
  });
  tree.add('server/reads.ts', 'tx.select().from(ledger); sql`select 1 from ledger for update`; set.delete(order)');
  expect(findMoneyWriters(tree.folder).toSorted()).toEqual(paths);
});

function makeTree() {
  const around = mkdtempSync(join(tmpdir(), 'import-rules-'));
  onTestFinished(() => rmSync(around, { recursive: true, force: true }));
  const folder = join(around, 'tree');
  mkdirSync(folder);
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(root, name), join(folder, name));
  const add = (path: string, code: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), code, { flag: 'a' });
  };
  /** Writes the imports, with an empty file for each missing target. */
  const plant = (path: string, imports: string) =>
    imports.split(' ').map((each) => {
      const name = each.replace('type:', '');
      add(path, name === each ? `import '${name}';\n` : `import type { T } from '${name}';\n`);
      if (name.startsWith('.')) add(posix.join(posix.dirname(path), name), '');
      return name;
    });
  return { folder, add, plant };
}

function violationsIn(folder: string): string[] {
  const args = ['--config', join(root, 'import-rules.config.ts'), '--output-type', 'json', '.'];
  const depcruise = join(root, 'node_modules/.bin/depcruise');
  const { stdout } = spawnSync(depcruise, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { modules, summary } = JSON.parse(stdout) as ICruiseResult;
  const nameOf = (from: string, to: string) =>
    modules.find(({ source }) => source === from)?.dependencies.find(({ resolved }) => resolved === to)?.module;
  return summary.violations
    .map(({ rule, from, to }) => `${rule.name}: ${from} ${nameOf(from, to) ?? ''}`.trim())
    .toSorted();
}
