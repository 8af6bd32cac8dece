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
  ['db', 'db/new.ts', '../server/base/errors.ts ./testing/database.ts fastify'],
  ['process', 'server/process/new.ts', '../testing/app.ts @trpc/server'],
  ['supervisor', 'server/process/supervisor.ts', '../../db/client.ts'],
  ['supervisor', 'server/process/workers.ts', '../api/app.ts type:./boot.ts'],
  ['app', 'server/api/app.ts', '../features/orders/router.ts drizzle-orm'],
  ['adapter', 'server/api/rest/new.ts', '../../../db/client.ts drizzle-orm ../../features/orders/router.ts ../app.ts'],
  ['adapter', 'server/api/exports/new.ts', '../../../db/schema/orders.ts ../../money/wallets.ts ../../base/trpc.ts'],
  ['http', 'server/api/http/new.ts', '../../features/orders/place-order.ts ../v2/routes.ts ../app.ts'],
  ['http', 'server/api/live/new.ts', '../../suppliers/books.ts'],
  ['background', 'server/background/new.ts', '../features/orders/router.ts ../base/trpc.ts ../api/app.ts'],
  ['feature router', 'server/features/users/router.ts', '../wallet/router.ts ../../base/identity/authenticate.ts'],
  ['feature router', 'server/features/orders/router.ts', '../../../db/client.ts ../users/router.ts'],
  ['domain verb', 'server/features/orders/new.ts', '../../base/trpc.ts ./router.ts ./purchases/router.ts'],
  [
    'domain verb',
    'server/features/orders/other.ts',
    '@trpc/server type:../../base/context.ts node:http node:https node:http2',
  ],
  [
    'domain verb',
    'server/features/orders/third.ts',
    '../users/user-columns.ts type:../auth/who-am-i.ts ../settings/get-settings.ts ../../backup/manifest.ts',
  ],
  ['domain verb', 'server/features/orders/fourth.ts', '../../api/http/status.ts'],
  ['suppliers', 'server/suppliers/new.ts', '../features/orders/decide-order.ts ../base/trpc.ts'],
  ['backup', 'server/backup/new.ts', '../features/orders/place-order.ts ../suppliers/books.ts'],
  [
    'money',
    'server/money/new.ts',
    '../features/orders/place-order.ts ../base/audit/record-action.ts ../suppliers/books.ts',
  ],
  [
    'base',
    'server/base/lists/new.ts',
    '../../features/orders/place-order.ts ../../money/wallets.ts ../../api/live/streams.ts',
  ],
  ['base', 'server/base/identity/new.ts', '../../features/auth/login.ts ../../suppliers/books.ts'],
  ['domain verb', 'server/features/tickets/new.ts', 'fastify postgres'],
  ['base', 'server/base/limits/new.ts', 'fastify'],
  ['wrapped packages', 'server/base/lists/new.ts', 'csv-parse'],
  ['wrapped packages', 'server/base/cache/new.ts', 'sharp argon2 jose prom-client nodemailer'],
  ['wrapped packages', 'server/features/auth/other.ts', 'standardwebhooks'],
  ['only the background process imports background', 'server/process/worker.ts', '../background/calls.ts'],
  ['only the app imports rest', 'server/api/v2/new.ts', '../rest/routes.ts'],
  ['every file has a module', 'server/new.ts', '../shared/money.ts'],
  ['client texts', 'client/src/i18n/new.ts', '../lib/storage.ts'],
  ['tRPC client', 'client/src/lib/trpc.ts', '../../../server/api/router.ts type:../../../db/client.ts'],
  [
    'client lib',
    'client/src/lib/new.ts',
    'type:../../../server/api/router.ts ../components/money-text.tsx @trpc/server',
  ],
  ['client components', 'client/src/components/new.tsx', '../app/router.tsx ../features/orders/order-facts.tsx'],
  ['client feature', 'client/src/features/orders/new.tsx', '../../app/router.tsx ../balance/payment-page.tsx postgres'],
  [
    'client feature',
    'client/src/features/orders/other.tsx',
    'type:../balance/total.tsx type:../../../../server/api/router.ts',
  ],
  ['client feature', 'client/src/features/orders/third.tsx', '../../../../db/schema/orders.ts ../../testing/users.ts'],
  ['service worker', 'client/src/worker/new.ts', '../lib/session.ts'],
  ['first paint', 'client/theme-script.js', './src/lib/session.ts'],
  ['client rendering', 'client/src/rendering/new.ts', '../features/home/hero.tsx ../../../server/api/router.ts'],
  [
    'client app',
    'client/src/app/new.tsx',
    '../features/orders/order-facts.tsx ../testing/users.ts ../../../server/base/errors.ts',
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
  [
    'server/features/wallet/new.ts',
    'type:../../base/deps.ts ../../money/ledger.ts ../../suppliers/books.ts ../../../db/client.ts node:crypto zod',
  ],
  ['client/src/features/home/new.tsx', '../orders/order-dialog-host.tsx react ../../lib/paths.ts'],
  ['db/new.test.ts', '../server/base/errors.ts vitest'],
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
  tree.add('shared/early.ts', "export const late = () => import('./late.ts');\n");
  tree.add('shared/late.ts', "import './early.ts';\n");
  expected.push('no circles: shared/early.ts ./late.ts');
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
  tree.add('server/base/env.ts', 'export const port = process.env.PORT');
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
