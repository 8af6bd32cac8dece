import { builtinModules } from 'node:module';
import type { IConfiguration } from 'dependency-cruiser';

/** A verb does not depend on HTTP. */
const nodeWithoutHttp = 'node:(?!https?$|http2$)';
const db = 'db/(?!testing/)';
const ground = `server/errors.ts ${db} shared/ ${nodeWithoutHttp} npm:(drizzle-orm|zod)/`;
const verbs = 'server/features/(?!.*/router.ts)';
const supervisor =
  'server/process/(supervisor|workers|worker-life|messages|listeners|questions|heartbeat|keep-database|port|backoff|' +
  'growing-pauses|signals|start-report|log).ts';
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
    'client-package/src/ shared/ type:server/router.ts npm:(@trpc/client|@trpc/server|eventsource|standardwebhooks)/',
  ],
  ['db', 'db/', `${db} shared/ npm:(drizzle-orm|libpg-query|postgres|postgres-array)/ node:`],

  ['money', 'server/money/', `server/money/ ${ground} npm:(postgres|uuid)/`],
  [
    'feature router',
    'server/features/([^/]+)/(?:catalogue/)?router.ts',
    'server/features/$1/ type:server/identity/ server/(trpc|base/queue/call-background).ts shared/ npm:zod/',
  ],
  [
    'ground of the verbs',
    'server/(audit|cache|limits|lists)/|server/mail/write-mail.ts|server/backup/((hold|release)-outgoing|last-backup).ts',
    `server/(audit|cache|limits|lists)/ ${ground} type:server/events/event-bus.ts`,
  ],
  [
    'backup',
    'server/backup/',
    `server/(backup|audit)/ server/(money/check-ledger|log-error|suppliers/stop-supplier).ts ${ground} type:npm:postgres/`,
  ],
  ['images', 'server/images/', `server/images/ type:server/deps.ts ${ground} npm:sharp/ type:npm:fastify/`],
  // Every call to other people's servers.
  ['outbound', 'server/outbound/', 'server/outbound/ server/errors.ts node: npm:ipaddr.js/'],
  // Claims, leases and loops of background work.
  [
    'queue',
    'server/base/queue/',
    `server/base/queue/ server/backup/hold-outgoing.ts type:server/events/event-bus.ts ${ground} type:npm:fastify/`,
  ],
  // The books and stops of suppliers stand below the verbs.
  [
    'ground of the suppliers',
    'server/suppliers/(at-supplier|books|delete-old-calls|key-of-supplier|stop-supplier|forwarder/(forward-changes|choose-source)).ts',
    `server/suppliers/(at-supplier|forwarder/forward-changes).ts server/lists/shop-days.ts type:server/secrets/secret-box.ts ${ground}`,
  ],
  // An accepted purchase begins its order by the same verb as the staff.
  [
    'forwarder',
    'server/suppliers/forwarder/',
    `server/(suppliers|base/queue)/ server/features/orders/decide-order.ts server/backup/hold-outgoing.ts server/money/find-missing.ts
     type:server/events/event-bus.ts ${ground} type:npm:fastify/`,
  ],
  // The lists of suppliers, and how services follow them.
  [
    'catalogues of suppliers',
    'server/suppliers/(catalogue/|(cost-in-sql|list-turns|mails|read-list).ts)',
    `server/suppliers/(catalogue/|(cost-in-sql|list-turns|mails|read-list|take-call).ts) server/mail/write-mail.ts
     type:server/(env.ts|events/event-bus.ts|suppliers/protocols/) ${ground} type:npm:fastify/`,
  ],
  // A status decides orders and requests by the same verbs as the staff.
  [
    'statuses of suppliers',
    'server/suppliers/(status/|take-call.ts)',
    `server/(suppliers|limits)/ server/backup/hold-outgoing.ts server/features/(orders/(decide-order|set-progress)|services/delivery-times).ts
     server/features/requests/(decide-request|publish-request|requests-at-supplier).ts type:server/events/event-bus.ts ${ground}
     type:npm:fastify/`,
  ],
  [
    'suppliers',
    'server/suppliers/',
    `server/(suppliers|outbound)/ server/audit/record-action.ts server/log-error.ts type:server/(env|events/event-bus|secrets/secret-box).ts ${ground}
     type:npm:(fastify|postgres)/`,
  ],
  // What verbs and housekeeping know of deliveries, without the runner.
  [
    'ground of the webhooks',
    'server/webhooks/((end|hurry|count|delete-old)-deliveries|secret-of-webhook).ts',
    `server/webhooks/end-deliveries.ts type:server/secrets/secret-box.ts ${ground}`,
  ],
  [
    'webhooks',
    'server/webhooks/',
    `server/(webhooks|outbound)/ server/backup/hold-outgoing.ts server/base/queue/claims.ts server/mail/write-mail.ts
     type:server/secrets/secret-box.ts ${ground} npm:standardwebhooks/`,
  ],
  ['secrets', 'server/secrets/', `server/errors.ts shared/ ${nodeWithoutHttp} type:npm:fastify/`],
  ['csv', 'server/features/services/import/read-csv.ts', 'server/errors.ts npm:csv-parse/ node:(stream|timers)'],
  [
    'identity',
    'server/identity/',
    `server/(identity|limits)/ server/mail/write-mail.ts type:server/(deps|env|secrets/secret-box).ts ${ground}
     npm:(argon2|bowser|ipaddr.js|jose|otplib|uuid)/`,
  ],
  [
    'credentials',
    'server/credentials/',
    'server/credentials/ type:server/(identity/|env.ts) shared/ npm:@fastify/cookie/ type:npm:fastify/',
  ],
  [
    'ground of the procedures',
    'server/(context|deps|idempotency-key|trpc).ts',
    `server/(context|deps|idempotency-key|trpc|errors).ts server/(credentials|identity|limits|cache|live|suppliers/protocols|outbound)/ type:server/env.ts
     type:server/(events/event-bus|secrets/secret-box).ts type:db/client.ts db/reads/reads.ts shared/ npm:(@trpc/server|uuid)/ type:npm:fastify/`,
  ],
  ['events', 'server/events/', `server/events/ ${db} shared/ ${nodeWithoutHttp} npm:zod/ type:npm:(fastify|postgres)/`],
  [
    'live',
    'server/live/',
    `server/live/ server/(errors|identity/assert-still-allowed).ts type:server/(events/event-bus.ts|identity/) shared/ ${nodeWithoutHttp}`,
  ],
  // It decides the rows of jobs with the verbs of several features.
  [
    'rows of jobs',
    'server/jobs/',
    `server/jobs/ server/features/(orders/decide-order|recharges/decide-recharge|requests/decide-request).ts type:server/events/event-bus.ts ${ground}
     server/backup/hold-outgoing.ts`,
  ],
  // All work that calls other people's servers, or that has no request.
  [
    'background',
    'server/background/',
    `server/(background|suppliers|money|backup|webhooks|jobs|mail|limits|metrics|outbound|base)/ ${verbs} server/log-error.ts
     type:server/(env|events/event-bus|secrets/secret-box).ts ${ground} type:npm:(fastify|pino)/`,
  ],
  ['metrics', 'server/metrics/', 'server/metrics/ node: npm:prom-client/ type:npm:pino/'],
  // A decision on an order ends its requests, and an order shows them; requests are decided with their orders.
  [
    'orders with requests',
    'server/features/(orders/(decide-order|get-order)|requests/[^/]+).ts',
    `server/features/(orders|requests)/(?!router.ts) server/features/(services/delivery-times|forwards/forward-rows).ts
     server/suppliers/(at-supplier|forwarder/forward-changes).ts
     server/(identity|cache|limits|lists|money)/ server/audit/record-action.ts ${ground}
     type:server/(deps|events/event-bus).ts`,
  ],
  [
    'verbs of webhooks',
    'server/features/webhooks/',
    `server/features/webhooks/(?!router.ts) server/(identity|limits|lists)/ ${ground} type:server/deps.ts
     server/webhooks/((end|hurry)-deliveries|secret-of-webhook).ts server/outbound/assert-allowed-url.ts`,
  ],
  [
    'verbs of suppliers',
    'server/features/suppliers/',
    `server/features/suppliers/(?!.*router.ts) server/suppliers/(catalogue/|(ask-again|books|call-rows|cost-in-sql|key-of-supplier|mails|read-list|refusal-words|status/status-schedule|stop-supplier|take-call|word-tables).ts)
     type:server/suppliers/protocols/ server/mail/write-mail.ts
     server/outbound/assert-allowed-url.ts server/(identity|money|limits|lists)/ server/audit/record-action.ts ${ground}
     type:server/deps.ts`,
  ],
  // Its alarms and its overview compare orders with their service's usual time.
  [
    'verbs of reports',
    'server/features/reports/',
    `server/features/reports/(?!router.ts) server/features/(services/delivery-times|backups/get-last-backup).ts
     server/(identity|cache|lists)/ server/backup/hold-outgoing.ts server/suppliers/is-flagged.ts server/audit/record-action.ts
     server/mail/write-mail.ts type:server/(deps|env).ts type:server/(outbound|secrets)/ ${ground}`,
  ],
  [
    'verbs of forwards',
    'server/features/forwards/',
    `server/features/(forwards|orders)/(?!.*router.ts) server/base/queue/call-background.ts server/suppliers/(books|call-rows|is-flagged|refusal-words|take-call|forwarder/(judge|settle|forward-changes|choose-source)|status/(ask-status|book-status|former-panel)).ts
     server/(identity|limits|lists)/ server/audit/record-action.ts ${ground} type:server/(deps|suppliers/protocols/client).ts`,
  ],
  [
    'domain verb',
    'server/features/([^/]+)/',
    `server/features/$1/(?!.*router.ts) server/(identity|money|cache|limits|lists)/ server/base/queue/call-background.ts ${ground}
     server/(audit/record-action|images/(encode-image|make-sizes|read-image|store-image)|mail/write-mail).ts type:server/(deps|env|images/open-image).ts
     server/backup/((hold|release)-outgoing|last-backup).ts server/suppliers/(catalogue/|(at-supplier|cost-in-sql|mails|read-list).ts)
     npm:(@zxcvbn-ts/language-common|uuid)/ type:npm:postgres/`,
  ],
  [
    'rest',
    'server/rest/',
    `server/rest/ ${verbs} server/(context|errors|idempotency-key|credentials/refresh-cookie).ts
     server/identity/(assert-admin|assert-reauthenticated|authenticate|keys/key-scope|keys/scopes).ts
     server/http/(body-limit|status|send-cached).ts server/cache/ type:server/(deps.ts|env.ts|identity/) shared/ node:
     npm:(fastify|@fastify/[^/]+|uuid|zod)/`,
  ],
  [
    'api v2',
    'server/api-v2/',
    `server/api-v2/ ${verbs} server/(errors|idempotency-key|http/send-cached|identity/keys/(authenticate-key|key-scope)|limits/key-rate).ts
     server/cache/ type:server/deps.ts shared/ node:querystring npm:@fastify/busboy/ type:npm:fastify/`,
  ],
  [
    'exports',
    'server/exports/',
    `server/(exports|limits)/ ${verbs} server/(context|errors|http/error-handler|http/status).ts
     server/identity/(assert-still-allowed|keys/key-scope).ts type:server/deps.ts
     type:db/(client|reads/reads).ts shared/ node:stream npm:csv-stringify/ type:npm:(fastify|zod)/`,
  ],
  [
    'http',
    'server/http/',
    `server/(http|limits)/ server/(context|errors|idempotency-key|router|trpc|cache/cached-response|metrics/metrics).ts
     type:server/(deps|env).ts db/(migrate|settings|writes).ts type:db/(client|schema/settings).ts shared/ node:
     npm:(fastify|@fastify/[^/]+|@trpc/server|drizzle-orm|zod)/`,
  ],
  // The supervisor must never fail, so it stays small: without the app, the schema and the query builder.
  [
    'supervisor',
    supervisor,
    `${supervisor} type:server/process/first-start.ts server/(env|log-error).ts db/embedded/(embedded-postgres|data-folder|error).ts node: npm:pino/`,
  ],
  ['server', 'server/', `server/(?!testing/) ${db} shared/ npm: node:`],

  ['client texts', 'client/src/i18n/', 'client/src/i18n/ shared/ npm:(@nanostores/i18n|nanostores|react)/'],
  ['tRPC client', 'client/src/lib/trpc.ts', `${clientLib} type:server/(router|exports/exports).ts`],
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

const rules: Rule[] = [
  ...modules.flatMap(rulesOf),
  { name: 'every file has a module', from: { pathNot: claimed }, to: {} },
  { name: 'every file has a module', from: { orphan: true, pathNot: claimed }, to: {} },
  { name: 'imports exist', from: {}, to: { couldNotResolve: true } },
  {
    name: 'only the background process imports background',
    from: { path: '^server/', pathNot: ['^server/(background/|process/background.ts)', ...claimed.slice(0, 1)] },
    to: { path: '^server/background/' },
  },
  // Only the app knows the REST API, so that it can be removed.
  {
    name: 'only the app imports rest',
    from: { path: '^(client|db|server|shared)/', pathNot: ['^server/(rest/|app.ts)', ...claimed.slice(0, 1)] },
    to: { path: '^server/rest/' },
  },
  {
    name: 'no circles',
    from: { pathNot: '^lab/' },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
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
