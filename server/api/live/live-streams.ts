import { type Change, type ChangeKind, oldestKinds } from '#shared/live.ts';
import { DomainError } from '../../base/errors.ts';
import type { EventBus, Topic } from '../../base/events/event-bus.ts';
import type { LiveStreams, StreamEnd } from '../../base/events/live.ts';
import { assertStillAllowed } from '../../base/identity/assert-still-allowed.ts';
import type { Authenticated } from '../../base/identity/authenticate.ts';
import type { KeyLookup } from '../../base/identity/keys/key-lookup.ts';
import type { SessionLookup } from '../../base/identity/session-lookup.ts';

/** The shortest time between two events of a stream; the first change after a quiet period is sent at once. */
const APART_MS = 200;
/** Per kind. More are sent as "anything of this kind", so that a stream stays small. */
const MOST_IDS = 20;

/** A browser has one. Above this the oldest ends, because its connection may be dead. Each API key has its own. */
const MOST_OF_A_USER = 10;
/** Scripts end sessions too, a notification may be lost, and a key may expire later than a timer can wait. */
const CHECK_EVERY_MS = 15_000;
/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const RETRY_AFTER_SECONDS = 60;

const kindOfTopic = {
  balances: 'balance',
  orders: 'order',
  recharges: 'recharge',
  requests: 'request',
  tickets: 'ticket',
  notices: 'notice',
  jobs: 'job',
  backups: 'job',
  outgoing: 'job',
  suppliers: 'supplier',
  forwards: 'forward',
} as const satisfies Partial<Record<Topic, ChangeKind>>;

/** Admins receive these changes of all users. */
const followedByAdmins: ReadonlySet<ChangeKind> = new Set(['balance', 'order', 'recharge', 'request', 'ticket', 'job']);

/** Customers never receive these, also if anything of the kind may have changed. */
const onlyForAdmins: ReadonlySet<ChangeKind> = new Set(['job', 'supplier', 'forward']);

/** Their subjects are ids alone: they belong to no user. */
const ofTheShop: ReadonlySet<ChangeKind> = new Set(['supplier', 'forward']);

interface LiveOptions {
  events: Pick<EventBus, 'subscribe'>;
  findSession: SessionLookup;
  findKey: KeyLookup;
  maxStreams: number;
  /** The interval at which sessions are checked. */
  checkEveryMs?: number | undefined;
}

interface OpenStream extends Pick<Stream, 'notify'> {
  who: Authenticated;
  end: (why: StreamEnd, reason?: DomainError) => void;
}

/** The event streams of this process. */
export function createLiveStreams({
  events,
  findSession,
  findKey,
  maxStreams,
  checkEveryMs = CHECK_EVERY_MS,
}: LiveOptions): LiveStreams {
  /** Each user's oldest first. */
  const byUser = new Map<number, Set<OpenStream>>();
  const ofAdmins = new Set<OpenStream>();
  const ended: Record<StreamEnd, number> = { left: 0, token: 0, session: 0, too_many: 0, stop: 0 };
  let open = 0;
  let refused = 0;
  let isStopped = false;
  let checking: NodeJS.Timeout | undefined;

  for (const topic of Object.keys(kindOfTopic) as (keyof typeof kindOfTopic)[]) {
    events.subscribe(topic, (subject) => spread(kindOfTopic[topic], subject));
  }
  events.subscribe('sessions', (subject) => {
    assertSessions(subject === undefined ? all() : (byUser.get(Number(subject)) ?? []));
  });

  return {
    open(who, signal, kinds = oldestKinds) {
      if (isStopped || open >= maxStreams) {
        refused++;
        throw new DomainError('busy', { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
      }
      makeRoomFor(who);
      const { changes, notify: notifyOf, end } = createStream();
      const known = new Set(kinds);
      const expiry = atExpiry(who.expiresAtMs, () => close('token', new DomainError('unauthenticated')));
      const stream: OpenStream = { who, notify, end: close };
      add(stream);
      if (signal?.aborted) close('left');
      signal?.addEventListener('abort', () => close('left'), { once: true });
      return changes;

      function notify(change: Change): void {
        if (known.has(change.kind)) notifyOf(change);
      }

      function close(why: StreamEnd, reason?: DomainError): void {
        if (!remove(stream)) return;
        clearTimeout(expiry);
        ended[why]++;
        end(reason);
      }
    },
    figures: () => ({ open, ended: { ...ended }, refused }),
    stop() {
      isStopped = true;
      for (const stream of all()) stream.end('stop');
    },
  };

  function all(): OpenStream[] {
    return [...byUser.values()].flatMap((streams) => [...streams]);
  }

  function add(stream: OpenStream): void {
    const { id, role } = stream.who.actor;
    byUser.set(id, (byUser.get(id) ?? new Set()).add(stream));
    if (role === 'admin') ofAdmins.add(stream);
    open++;
    checking ??= setInterval(() => assertSessions(all()), checkEveryMs).unref();
  }

  /** @returns false if it had already ended */
  function remove(stream: OpenStream): boolean {
    const { id } = stream.who.actor;
    const streams = byUser.get(id);
    if (!streams?.delete(stream)) return false;
    ofAdmins.delete(stream);
    if (streams.size === 0) byUser.delete(id);
    open--;
    if (open > 0) return true;
    clearInterval(checking);
    checking = undefined;
    return true;
  }

  function makeRoomFor({ actor, key }: Authenticated): void {
    const streams = [...(byUser.get(actor.id) ?? [])].filter(({ who }) => who.key?.id === key?.id);
    const [oldest] = streams;
    if (streams.length < MOST_OF_A_USER) return;
    const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    oldest?.end('too_many', new DomainError('too_many_requests', { details }));
  }

  function spread(kind: ChangeKind, subject: string | undefined): void {
    if (subject === undefined) {
      for (const { notify } of onlyForAdmins.has(kind) ? ofAdmins : all()) notify({ kind });
      return;
    }
    if (ofTheShop.has(kind)) {
      for (const { notify } of ofAdmins) notify({ kind, id: Number(subject) });
      return;
    }
    const [userId = 0, id] = subject.split(':').map(Number);
    const change: Change = id === undefined ? { kind } : { kind, id };
    for (const { notify } of byUser.get(userId) ?? []) notify(change);
    if (!followedByAdmins.has(kind)) return;
    // For admins it contains the user.
    const ofOthers: Change = kind === 'balance' ? { kind, id: userId } : change;
    for (const { who, notify } of ofAdmins) if (who.actor.id !== userId) notify(ofOthers);
  }

  function assertSessions(streams: Iterable<OpenStream>): void {
    // Lookups in the same tick are one query.
    for (const stream of streams) void assertSession(stream);
  }

  async function assertSession({ who, end }: OpenStream): Promise<void> {
    try {
      const role = await assertStillAllowed({ findSession, findKey }, who);
      // A key's stream has its owner's changes only, also for an admin.
      if (!who.key && role !== who.actor.role) end('session');
    } catch (error) {
      // While the database does not respond, nothing can have changed there.
      if (error instanceof DomainError) end('session', error);
    }
  }
}

/** Undefined if it is later than a timer can wait. */
function atExpiry(expiresAtMs: number, close: () => void): NodeJS.Timeout | undefined {
  const waitMs = expiresAtMs - Date.now();
  return waitMs > LONGEST_TIMER_MS ? undefined : setTimeout(close, waitMs).unref();
}

interface Stream {
  changes: AsyncGenerator<Change, void>;
  notify: (change: Change) => void;
  /** Ends it at once. @param reason thrown to the reader; without one the stream just ends */
  end: (reason?: Error) => void;
}

/** One reader's changes. Changes between two reads are batched, without duplicates, up to a limit. */
export function createStream({ apartMs = APART_MS } = {}): Stream {
  /** By kind; undefined means anything of it. */
  const waiting = new Map<ChangeKind, Set<number> | undefined>();
  let turn = Promise.withResolvers<void>();
  let ended: { reason: Error | undefined } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let nextAtMs = 0;

  return {
    changes: follow(),
    notify({ kind, id }) {
      if (ended) return;
      put(kind, id);
      if (timer) return;
      const waitMs = nextAtMs - performance.now();
      if (waitMs <= 0) return turn.resolve();
      timer = setTimeout(() => {
        timer = undefined;
        turn.resolve();
      }, waitMs);
      timer.unref();
    },
    end(reason) {
      ended ??= { reason };
      clearTimeout(timer);
      waiting.clear();
      turn.resolve();
    },
  };

  async function* follow(): AsyncGenerator<Change, void> {
    while (!ended) {
      await turn.promise;
      turn = Promise.withResolvers();
      nextAtMs = performance.now() + apartMs;
      for (const change of takeAll()) {
        if (ended) break;
        yield change;
      }
    }
    if (ended.reason) throw ended.reason;
  }

  function put(kind: ChangeKind, id: number | undefined): void {
    const known = waiting.get(kind);
    if (waiting.has(kind) && !known) return;
    const ids = known ?? new Set<number>();
    if (id !== undefined) ids.add(id);
    waiting.set(kind, id !== undefined && ids.size <= MOST_IDS ? ids : undefined);
  }

  function takeAll(): Change[] {
    const changes = [...waiting].flatMap(([kind, ids]) => (ids ? [...ids].map((id) => ({ kind, id })) : [{ kind }]));
    waiting.clear();
    return changes;
  }
}
