import type { Room } from './walls-rules.ts';

/** Node's own modules without those that speak HTTP: a domain verb never knows through which door it was called. */
const nodeWithoutHttp = ['node:*', '!node:http', '!node:https', '!node:http2'];

/** What the panel's first process consists of, beside the embedded PostgreSQL. */
const supervisorFiles = [
  'supervisor',
  'workers',
  'worker-life',
  'messages',
  'listeners',
  'questions',
  'heartbeat',
  'keep-database',
  'port',
  'growing-pauses',
  'signals',
  'start-report',
  'log',
].map((name) => `server/process/${name}.ts`);

/** The rooms of what answers, each narrower one before the wider. */
export const serverRooms: Room[] = [
  {
    name: 'admin router',
    files: ['server/features/admin/router.ts'],
    may: ['server/features/admin/*.ts', 'server/features/*/router.ts', 'server/trpc.ts', 'shared/**'],
    packages: ['zod'],
  },
  {
    name: 'users router',
    files: ['server/features/users/router.ts'],
    // An admin gives balance from the list of users; the verb itself stays with the rest of the money.
    may: ['server/features/users/*.ts', 'server/features/balance/give-balance.ts', 'server/trpc.ts', 'shared/**'],
    packages: ['zod'],
  },
  {
    name: 'feature router',
    // The session cookie belongs to the router that sets it, not to a verb.
    files: ['server/features/*/router.ts', 'server/features/*/session-cookie.ts'],
    may: ['server/features/{1}/*.ts', 'server/trpc.ts', 'shared/**'],
    packages: ['zod'],
  },
  {
    name: 'ground of the verbs',
    // Paging, rate limits, cached responses, mails to be sent, what admins did: what verbs of several features stand on.
    files: ['server/audit/**', 'server/cache/**', 'server/limits/**', 'server/lists/**', 'server/mail/write-mail.ts'],
    may: [
      'server/audit/**',
      'server/cache/**',
      'server/limits/**',
      'server/lists/**',
      'server/errors.ts',
      'type server/events/event-bus.ts',
      'db/**',
      '!db/testing/**',
      'shared/**',
    ],
    packages: [...nodeWithoutHttp, 'drizzle-orm', 'zod'],
  },
  {
    name: 'pictures',
    // What a picture is and how it is made anew; where it is kept is for verbs to say.
    files: ['server/pictures/**'],
    may: ['server/pictures/**', 'server/errors.ts', 'shared/**'],
    packages: ['sharp'],
  },
  {
    name: 'csv',
    // Files that come in, as whoever made them separates and quotes; what their columns mean is for verbs to say.
    files: ['server/csv/**'],
    may: ['server/csv/**', 'server/errors.ts'],
    packages: ['csv-parse', 'node:stream', 'node:timers'],
  },
  {
    name: 'identity',
    // Who asks, and how that is proven: verbs and the context stand on it, so it knows neither a verb nor HTTP.
    files: ['server/identity/**'],
    may: ['server/identity/**', 'server/errors.ts', 'db/**', '!db/testing/**', 'shared/**'],
    packages: [...nodeWithoutHttp, 'argon2', 'bowser', 'drizzle-orm', 'jose', 'zod'],
  },
  {
    name: 'credentials',
    // What a request brings of its own: cookies, and the page that it comes from.
    files: ['server/credentials/**'],
    may: ['server/credentials/**', 'type server/identity/**', 'type server/env.ts', 'shared/**'],
    packages: ['@fastify/cookie', 'type fastify'],
  },
  {
    name: 'ground of the procedures',
    // Every feature's router stands on these, so that they know none of them.
    files: ['server/context.ts', 'server/deps.ts', 'server/trpc.ts'],
    may: [
      'server/context.ts',
      'server/deps.ts',
      'server/credentials/**',
      'server/errors.ts',
      'server/identity/**',
      'server/cache/**',
      'server/live/**',
      'type server/env.ts',
      'type server/events/event-bus.ts',
      'type db/client.ts',
      'shared/**',
    ],
    packages: ['@trpc/server', 'type fastify'],
  },
  {
    name: 'events',
    files: ['server/events/**'],
    may: ['server/events/**', 'db/**', '!db/testing/**', 'shared/**'],
    packages: [...nodeWithoutHttp, 'type fastify', 'type postgres', 'zod'],
  },
  {
    name: 'live',
    // Who is told of which change; how it gets to a screen is none of its business.
    files: ['server/live/**'],
    may: [
      'server/live/**',
      'server/errors.ts',
      'type server/events/event-bus.ts',
      'type server/identity/**',
      'shared/**',
    ],
    packages: nodeWithoutHttp,
  },
  {
    name: 'metrics',
    // What is counted is told to it: it knows nothing of what it measures.
    files: ['server/metrics/**'],
    may: ['server/metrics/**'],
    packages: ['node:*', 'prom-client', 'type pino'],
  },
  {
    name: 'domain verb',
    files: ['server/features/*/**'],
    may: [
      'server/features/{1}/**',
      '!**/router.ts',
      '!**/session-cookie.ts',
      // What verbs do within those of other features; what two of them only need in common stands below them all.
      'server/features/auth/login-failures.ts',
      'server/features/auth/list-sessions.ts',
      'server/features/auth/reset-links.ts',
      'server/features/auth/sessions.ts',
      'server/features/balance/charge-lanes.ts',
      'server/features/balance/charge-set.ts',
      'server/features/balance/get-balance.ts',
      'server/features/balance/hold-wallet.ts',
      'server/features/balance/ledger.ts',
      'server/features/balance/read-statement.ts',
      'server/features/services/list-categories.ts',
      'server/features/settings/read-settings.ts',
      'server/audit/record-action.ts',
      'server/csv/**',
      'server/pictures/**',
      'server/identity/**',
      'server/cache/**',
      'server/limits/**',
      'server/lists/**',
      'server/mail/write-mail.ts',
      'server/live/announce.ts',
      'server/errors.ts',
      'type server/deps.ts',
      'type server/env.ts',
      'db/**',
      '!db/testing/**',
      'shared/**',
    ],
    packages: ['@zxcvbn-ts/language-common', ...nodeWithoutHttp, 'drizzle-orm', 'type postgres', 'uuid', 'zod'],
  },
  {
    name: 'rest',
    files: ['server/rest/**'],
    may: [
      'server/rest/**',
      // Verbs, and the cookie that signing in sets; never a router, and so nothing of tRPC.
      'server/features/**',
      '!**/router.ts',
      'server/identity/assert-admin.ts',
      'type server/identity/**',
      'server/lists/**',
      'server/cache/**',
      // The caller, the status of a refusal and how a cached response is sent are the same in every API.
      'server/context.ts',
      'server/errors.ts',
      'server/http/status.ts',
      'server/http/send-cached.ts',
      'server/credentials/refresh-cookie.ts',
      'type server/deps.ts',
      'type server/env.ts',
      'shared/**',
    ],
    packages: ['node:*', 'fastify', '@fastify/*', 'uuid', 'zod'],
  },
  {
    name: 'exports',
    // Lists as files: the verbs of the lists on screen, read to their end.
    files: ['server/exports/**'],
    may: [
      'server/exports/**',
      'server/features/**',
      '!**/router.ts',
      'server/limits/**',
      'server/context.ts',
      'server/errors.ts',
      'server/http/error-handler.ts',
      'server/http/status.ts',
      'type server/deps.ts',
      'type db/client.ts',
      'shared/**',
    ],
    packages: ['node:stream', 'type fastify', 'csv-stringify', 'type zod'],
  },
  {
    name: 'images',
    // Uploaded pictures as files.
    files: ['server/images/**'],
    may: ['server/images/**', 'server/features/images/read-image.ts', 'type server/deps.ts', 'shared/**'],
    packages: ['type fastify'],
  },
  {
    name: 'http',
    // It carries requests to the procedures, and knows no feature behind them.
    files: ['server/http/**'],
    may: [
      'server/http/**',
      'server/context.ts',
      'server/errors.ts',
      'server/limits/**',
      'server/cache/cached-response.ts',
      'server/metrics/metrics.ts',
      'server/router.ts',
      'type server/deps.ts',
      'type server/env.ts',
      'server/trpc.ts',
      'db/migrate.ts',
      'db/writes.ts',
      'type db/client.ts',
      'shared/**',
    ],
    packages: ['node:*', 'fastify', '@fastify/*', '@trpc/server', 'drizzle-orm'],
  },
  {
    name: 'supervisor',
    // It outlives everything, and so it is small: nothing of the app, of the schema, of the query builder.
    files: supervisorFiles,
    may: [
      ...supervisorFiles,
      'type server/process/first-start.ts',
      'server/env.ts',
      'server/log-error.ts',
      'db/embedded/embedded-postgres.ts',
    ],
    packages: ['node:*', 'pino'],
  },
  {
    name: 'server',
    files: ['server/**'],
    may: ['server/**', '!server/testing/**', 'db/**', '!db/testing/**', 'shared/**'],
    packages: ['**'],
  },
];
