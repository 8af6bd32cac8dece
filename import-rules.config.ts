import { builtinModules } from 'node:module';
import type { IConfiguration } from 'dependency-cruiser';

/** A verb does not depend on HTTP. */
const nodeWithoutHttp = 'node:(?!https?$|http2$)';
const db = 'db/(?!testing/)';
const ground = `${db} shared/ ${nodeWithoutHttp} npm:(drizzle-orm|zod)/`;
const base = 'server/base/(?!(trpc|context).ts)';
const verbs = 'server/features/(?!.*router.ts)';
const supervisorFiles =
  '(supervisor|workers|worker-life|messages|listeners|questions|heartbeat|keep-database|port|backoff|growing-pauses|signals|start-report|log).ts';
const ui = `npm:(@chakra-ui|@emotion|@fontsource|@hookform|@tanstack|@nanostores/react|nanostores|apexcharts|dayjs)/
  npm:(eventsource|react|uuid|zod|@trpc/client|@trpc/react-query|@trpc/server/dist/observable)/ npm:react- type:npm:@trpc/server/`;
const clientLib = `client/src/(lib|i18n)/ shared/ ${ui}`;

/**
 * The modules of the code: name, files, and allowed imports. A file belongs to the first module that matches it; a file without a
 * module is an error. Each entry is a regular expression for the beginning of a path; `$1` is the group of the files. `npm:` is a
 * package, `node:` a module of Node, and `type:` allows only imports that TypeScript erases.
 */
const modules: [name: string, files: string, may: string][] = [
  ['tests', '.*\\.test(-d)?\\.tsx?$|e2e/|(db|server|client/src)/testing/', '.*'],
  ['tools', '(scripts|lab|patches|client/build)/|client/vite.config.ts|[^/]+\\.ts$', '(?!client/src/)'],
  ['shared', 'shared/', 'shared/ npm:zod/'],
  // Of the server it has types only: nothing of them is in the package.
  [
    'package for scripts',
    'client-package/src/',
    'client-package/src/ shared/ type:server/(api/router|base/identity/keys/scopes).ts npm:(@trpc/client|@trpc/server|eventsource|standardwebhooks)/',
  ],
  ['db', 'db/', `${db} shared/ npm:(drizzle-orm|libpg-query|postgres|postgres-array)/ node:`],

  [
    'process',
    `server/process/(?!${supervisorFiles})`,
    `server/(?!testing/) ${db} shared/ npm:(@fastify/[^/]+|fastify|pino[^/]*|postgres|drizzle-orm|zod)/ node:`,
  ],
  // It must never fail, so it stays small: without the app, the schema and the query builder.
  [
    'supervisor',
    `server/process/`,
    `server/process/${supervisorFiles} server/base/(env|log-error|secret-files).ts
     db/embedded/(embedded-postgres|data-folder|error).ts node: npm:pino/`,
  ],
  ['app', 'server/api/app.ts', `server/(api|base)/ ${verbs} ${db} shared/ npm:(@fastify/[^/]+|fastify|uuid)/ node:`],
  // They call verbs, and have no rule and no database.
  [
    'adapter',
    'server/api/(rest|v2|exports|hooks)/',
    `server/api/(rest|v2|exports|hooks|http)/ ${verbs} server/base/(?!trpc.ts) shared/ type:db/(client|reads/reads).ts node:
     npm:(fastify|@fastify/[^/]+|csv-stringify|uuid|zod)/`,
  ],
  // Of the features it has their routers only.
  [
    'http',
    'server/api/',
    `server/api/(http|live|router.ts) server/features/.*router.ts server/base/ db/(migrate|settings|writes).ts
     type:db/(client|schema/settings).ts shared/ node: npm:(fastify|@fastify/[^/]+|@trpc/server|drizzle-orm|uuid|zod)/`,
  ],
  // All work that calls other people's servers, or that has no request.
  [
    'background',
    'server/background/',
    `server/(background|suppliers|money|backup)/ ${verbs} ${base} ${ground} type:npm:(fastify|pino)/`,
  ],
  [
    'feature router',
    'server/features/([^/]+)/(?:catalogue/|purchases/|requests/)?router.ts',
    'server/features/$1/ type:server/base/identity/ server/base/(trpc|queue/call-background).ts shared/ npm:zod/',
  ],
  // A verb depends neither on tRPC nor on HTTP.
  [
    'domain verb',
    'server/features/([^/]+)/',
    `server/features/$1/(?!.*router.ts) server/(suppliers|money)/ ${base} ${ground}
     npm:(@zxcvbn-ts/language-common|standardwebhooks|uuid)/ type:npm:postgres/`,
  ],
  ['suppliers', 'server/suppliers/', `server/(suppliers|money)/ ${base} ${ground} type:npm:(fastify|postgres)/`],
  [
    'backup',
    'server/backup/',
    `server/(backup|money)/ server/suppliers/stop-supplier.ts ${base} ${ground} type:npm:postgres/`,
  ],
  ['money', 'server/money/', `server/(money/|base/errors.ts) ${ground} npm:(postgres|uuid)/`],
  [
    'base',
    'server/base/',
    `server/base/ ${db} shared/ node: npm:(@fastify/cookie|@trpc/server|argon2|bowser|csv-parse|drizzle-orm|ipaddr.js|jose|libphonenumber-js|nodemailer|otplib|prom-client|sharp|uuid|zod)/
     type:npm:(fastify|pino|postgres)/`,
  ],

  ['client texts', 'client/src/i18n/', 'client/src/i18n/ shared/ npm:(@nanostores/i18n|nanostores|react)/'],
  ['tRPC client', 'client/src/lib/trpc.ts', `${clientLib} type:server/api/(router|exports/exports).ts`],
  ['client lib', 'client/src/lib/', clientLib],
  ['client components', 'client/src/components/', `client/src/components/ ${clientLib}`],
  // Ordering starts from the catalogue, the overview and the landing page.
  [
    'client feature',
    'client/src/features/([^/]+)/',
    `client/src/features/$1/ client/src/components/ ${clientLib}
     client/src/features/orders/order-dialog-host.tsx`,
  ],
  ['service worker', 'client/src/worker/', 'shared/ npm:workbox-'],
  ['first paint', 'client/theme-script.js', '(?!)'],
  // Built into files that need no package, for a thread beside the server.
  [
    'client rendering',
    'client/src/rendering/',
    `client/src/(rendering|app|lib|i18n)/ shared/ node:worker_threads
     npm:(@emotion/[^/]+|@tanstack/react-query|react|react-dom|react-router-dom)/`,
  ],
  [
    'client app',
    'client/src/app/',
    `client/src/(app|components)/ client/src/features/.*(-page.tsx|-page-reads.ts|/admin-frame.tsx)$ ${clientLib}`,
  ],
];

const builtin = `(?=(?:${builtinModules.join('|')})(?:/|$))`;

function pattern(word: string): string {
  if (word.startsWith('npm:')) return `(^|/)node_modules/${word.slice(4)}`;
  if (word.startsWith('node:')) return `^(?:node:)?${builtin}${word.slice(5)}`;
  return `^(?:${word})`;
}

const claimed = modules.map(([, files]) => pattern(files));

/** The row of a file of the server; undefined for tests and for files elsewhere. */
export function roomOf(path: string): string | undefined {
  const [name, files = ''] = modules.find((_row, at) => new RegExp(claimed[at] ?? '').test(path)) ?? [];
  return files.startsWith('server/') ? name : undefined;
}

type Rule = Extract<NonNullable<IConfiguration['forbidden']>[number], { to: object }>;

/** A module has only its allowed imports, and those listed as types only as types. */
function rulesOf([name, files, may]: (typeof modules)[number], at: number): Rule[] {
  const from = { path: pattern(files), pathNot: claimed.slice(0, at) };
  const words = may.split(/\s+/);
  const values = words.filter((word) => !word.startsWith('type:')).map(pattern);
  const types = words.filter((word) => word.startsWith('type:')).map((word) => pattern(word.slice(5)));
  const rules: Rule[] = [{ name, from, to: { couldNotResolve: false, pathNot: [...values, ...types] } }];
  if (types.length > 0)
    rules.push({ name, from, to: { path: types, pathNot: values, dependencyTypesNot: ['type-only'] } });
  return rules;
}

/** Packages of one place. */
const wrapped: [packages: string, place: string][] = [
  ['argon2|bowser|jose|libphonenumber-js|otplib', 'server/base/identity/'],
  ['@zxcvbn-ts', 'server/features/auth/'],
  ['csv-parse', 'server/base/lists/read-csv.ts'],
  ['nodemailer', 'server/base/mail/'],
  ['prom-client', 'server/base/metrics/'],
  ['sharp', 'server/base/images/'],
  ['standardwebhooks', 'server/features/webhooks/'],
];

const rules: Rule[] = [
  ...modules.flatMap(rulesOf),
  { name: 'every file has a module', from: { pathNot: claimed }, to: {} },
  { name: 'every file has a module', from: { orphan: true, pathNot: claimed }, to: {} },
  ...wrapped.map(([packages, place]) => ({
    name: 'wrapped packages',
    from: { path: '^server/', pathNot: [`^${place}`, ...claimed.slice(0, 1)] },
    to: { path: `(^|/)node_modules/(${packages})/` },
  })),
  { name: 'imports exist', from: {}, to: { couldNotResolve: true } },
  {
    name: 'only the background process imports background',
    from: { path: '^server/', pathNot: ['^server/(background/|process/background.ts)', ...claimed.slice(0, 1)] },
    to: { path: '^server/background/' },
  },
  // Only the app knows the REST API, so that it can be removed.
  {
    name: 'only the app imports rest',
    from: { path: '^(client|db|server|shared)/', pathNot: ['^server/api/(rest/|app.ts)', ...claimed.slice(0, 1)] },
    to: { path: '^server/api/rest/' },
  },
  {
    name: 'no circles',
    from: { pathNot: '^lab/' },
    to: { circular: true },
  },
];

const config: IConfiguration = {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((client/)?dist|coverage|db/migrations|examples)/|^client-package/(try-outside|brand)' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'node', 'default'], exportsFields: ['exports'] },
  },
};
export default config;
