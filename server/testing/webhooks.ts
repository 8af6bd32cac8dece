import { randomBytes, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach } from 'vitest';
import type { Db, Tx } from '#db/client.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import { type WebhookEvent, webhookEvents } from '#shared/webhooks.ts';
import { webhooksKind } from '../background/webhooks.ts';
import { readConfig } from '../base/env.ts';
import { createOutbound } from '../base/outbound/outbound.ts';
import { createAttempts } from '../base/queue/attempts.ts';
import { beginAlone, beginAttempts, findAbandonedClaims, loseAttempt } from '../base/queue/claims.ts';
import { createSecretBox } from '../base/secrets/secret-box.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { createWebhook } from '../features/webhooks/create-webhook.ts';
import { makeAdmin, type TestUser } from './factories.ts';
import { silentLog as silent } from './queue.ts';
import { withoutEvents } from './without-events.ts';

const config = readConfig({ NODE_ENV: 'test', OUTBOUND_ALLOW_LOOPBACK: 'true' });
/** Encrypts the secrets of these webhooks; for another process that sends them. */
export const webhookSecretsKey = randomBytes(32).toString('base64');
const secrets = createSecretBox(webhookSecretsKey, silent);

/** A verified message as the receiver got it. */
export interface Received {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { id: number };
  /** The path that it was sent to. */
  path: string;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
/** Answers one message; by default with 204. */
type Behavior = (response: ServerResponse, message: Received) => void;

/** A customer's server on this machine, which verifies each message with `standardwebhooks`. Close it afterwards. */
export async function startReceiver() {
  const received: Received[] = [];
  const secretOf = new Map<string, string>();
  const receiver = {
    url: '',
    received,
    /** How it answers; may be changed at any time. */
    behave: ((response) => response.writeHead(204).end()) as Behavior,
    /** By path, for verification. */
    secretOf,
    /** Cuts every open connection. */
    dropConnections: () => server.closeAllConnections(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = createServer((request, response) => {
    void read(request).then(
      (message) => {
        received.push(message);
        receiver.behave(response, message);
      },
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  async function read(request: IncomingMessage): Promise<Received> {
    const { url: path = '', headers } = request;
    const body = await text(request);
    const secret = secretOf.get(path);
    if (secret === undefined) throw new Error(`No webhook has the path ${path}`);
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    const message = new Webhook(secret).verify(body, signed) as Omit<Received, 'id' | 'path'>;
    return { ...message, id: String(headers['webhook-id']), path };
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}

/** A webhook of a customer at a receiver. */
export async function makeWebhook(
  db: Db,
  { actor }: TestUser,
  receiver: Pick<Receiver, 'url' | 'secretOf'>,
  {
    path = `/${randomBytes(4).toString('hex')}`,
    events = [...webhookEvents],
  }: { path?: string; events?: WebhookEvent[] } = {},
) {
  const deps = { ...withoutEvents(db), config, secrets };
  const made = await createWebhook(
    deps,
    { ...actor, isReauthenticated: true },
    { url: `${receiver.url}${path}`, events },
  );
  receiver.secretOf.set(path, made.secret);
  return made.webhook;
}

/** The parts that a process delivers with, for loopback. */
export const deliveryTools = (db: Db) => ({
  db,
  secrets,
  outbound: createOutbound({ policy: config.outbound }),
  publicUrl: 'http://panel.test',
  events: withoutEvents(db).events,
  log: silent,
});

/** A background worker's deliveries, for loopback, which are worked on step by step. Its claims have no lease: they are a killed process's. */
export function testDeliverer(db: Db, options: Partial<Parameters<typeof webhooksKind>[0]> = {}) {
  const tools = { ...deliveryTools(db), ...options };
  const kind = webhooksKind(tools);
  const lockOwner = randomInt(1, 2 ** 31 - 1);
  const { signal } = new AbortController();
  const attempts = createAttempts({
    db,
    log: { ...silent, ...tools.log },
    number: () => lockOwner,
    inTurn: (work) => work(),
    signal,
  });
  const running = new Set<Promise<void>>();
  const deliverer = {
    /** Starts what is due and fits. @returns whether there may be more at once */
    async work(): Promise<boolean> {
      const rows = await db.transaction(async (tx) => {
        const claimed = await kind.claim(tx, { count: kind.slots - attempts.count() });
        const claims = claimed.map((row) => ({ id: row.id, what: kind.describe(row) }));
        await beginAttempts(tx, { kind: kind.name, lockOwner, rows: claims });
        return claimed;
      });
      for (const row of rows) void begin(row);
      return rows.length > 0 || (await kind.untilDue?.(db)) === 0;
    },
    /** Waits for the attempts that run. */
    idle: () => Promise.all(running),
    /** Attempts everything that is due now, also what becomes due by it. */
    async settle(): Promise<void> {
      while (await deliverer.work()) await deliverer.idle();
    },
    /** Attempts again, one after the other, what other processes claimed and did not end. */
    async takeOver(): Promise<void> {
      const abandonedClaims = await findAbandonedClaims(db, undefined);
      for (const abandonedClaim of abandonedClaims.filter((each) => each.lockOwner !== lockOwner))
        await db.transaction((tx) => loseAttempt(tx, abandonedClaim, { isSetAside: false }));
      for (let row = await db.transaction(claimSuspect); row; row = await db.transaction(claimSuspect))
        await begin(row);
    },
    /** Hands back what runs. */
    stop: () => attempts.stop(),
  };
  return deliverer;

  async function claimSuspect(tx: Tx): Promise<{ id: number } | undefined> {
    const begun = await beginAlone(tx, lockOwner, [kind.name]);
    return begun && (await kind.claim(tx, { count: 1, only: begun.id }))[0];
  }

  function begin(row: { id: number }): Promise<void> {
    const work = attempts.begin(kind, row, lockOwner).finally(() => running.delete(work));
    running.add(work);
    return work;
  }
}

/** What tests of deliveries have in common; everything is delivered, and the receiver answers 204, at the beginning of each. */
export async function webhookScene(db: Db) {
  const deps = withoutEvents(db);
  const admin = await makeAdmin(db);
  const receiver = await startReceiver();
  const deliverer = testDeliverer(db);
  afterAll(async () => {
    await receiver.close();
    await deliverer.stop();
  });
  beforeEach(async () => {
    receiver.behave = (response) => response.writeHead(204).end();
    await deliverer.settle();
    receiver.received.length = 0;
  });
  return {
    deps: { ...deps, config },
    admin,
    receiver,
    deliverer,
    complete: (id: number) => decideOrder(deps, admin.actor, { id, decision: 'complete' }),
    logOf: (webhookId: number) =>
      db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.webhookId, webhookId))
        .orderBy(webhookDeliveries.id),
  };
}

/** Lets time pass for deliveries: every moment that is stored moves into the past. */
export async function letPass(db: Db, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`;
  await db.execute(sql`update webhook_deliveries set created_at = created_at - ${by}, first_attempt_at = first_attempt_at - ${by},
    next_attempt_at = next_attempt_at - ${by}, delivered_at = delivered_at - ${by}`);
  await db.execute(
    sql`update webhooks set failing_since = failing_since - ${by}, last_delivered_at = last_delivered_at - ${by}`,
  );
}
