/** PostgreSQL refuses a notification of 8000 bytes or more; this leaves room for the sender. */
const MAX_EVENTS_BYTES = 7_000;
/** A subject is an id. A longer one is omitted, which means "anything of this topic". */
const MAX_SUBJECT_BYTES = 200;
/** Per topic. More subjects are sent as "anything of this topic", so that the queue stays small. */
const MAX_SUBJECTS = 500;
const APART_MS = 50;
const RETRY_AFTER_MS = 1_000;

export type Event<Topic extends string> = [topic: Topic, subject?: string];

export interface Outbox<Topic extends string> {
  add(topic: Topic, subject?: string): void;
  /** Sends the pending events, once. */
  stop(): Promise<void>;
}

interface OutboxOptions<Topic extends string> {
  /** Sends events that fit into one notification. After a failure they are sent again later. */
  send: (events: Event<Topic>[]) => Promise<void>;
  /** Between two notifications, in milliseconds. */
  apartMs?: number;
}

/**
 * Batches events into one notification at a time, at most one per 50 ms. Equal events are sent once. The first after a quiet period is
 * sent at once.
 */
export function createOutbox<Topic extends string>({ send, apartMs = APART_MS }: OutboxOptions<Topic>): Outbox<Topic> {
  /** By topic; undefined means anything of it. */
  const waiting = new Map<Topic, Set<string> | undefined>();
  let isStopped = false;
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  return {
    add(topic, subject) {
      if (isStopped) return;
      put(topic, subject);
      if (!sending && !timer) sending = sendSome();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await sending;
      if (waiting.size > 0) await sendSome();
    },
  };

  async function sendSome(): Promise<void> {
    const events = take();
    const sent = await send(events).then(
      () => true,
      () => false,
    );
    if (!sent) for (const [topic, subject] of events) put(topic, subject);
    sending = undefined;
    if (isStopped) return;
    timer = setTimeout(afterPause, sent ? apartMs : RETRY_AFTER_MS);
    timer.unref();
  }

  function afterPause(): void {
    timer = undefined;
    if (waiting.size > 0) sending = sendSome();
  }

  function put(topic: Topic, subject: string | undefined): void {
    const known = waiting.get(topic);
    if (waiting.has(topic) && !known) return;
    const subjects = known ?? new Set<string>();
    const isSent = subject !== undefined && Buffer.byteLength(subject) <= MAX_SUBJECT_BYTES;
    if (isSent) subjects.add(subject);
    waiting.set(topic, isSent && subjects.size <= MAX_SUBJECTS ? subjects : undefined);
  }

  /** As many of the pending events as fit into one notification. */
  function take(): Event<Topic>[] {
    const events: Event<Topic>[] = [];
    let bytes = 0;
    for (const event of listed()) {
      bytes += Buffer.byteLength(JSON.stringify(event)) + 1;
      if (bytes > MAX_EVENTS_BYTES) break;
      events.push(event);
    }
    for (const event of events) remove(event);
    return events;
  }

  function* listed(): Generator<Event<Topic>> {
    for (const [topic, subjects] of waiting) {
      if (!subjects) yield [topic];
      else for (const subject of subjects) yield [topic, subject];
    }
  }

  function remove([topic, subject]: Event<Topic>): void {
    const subjects = waiting.get(topic);
    if (subject !== undefined) subjects?.delete(subject);
    if (!subjects || subjects.size === 0) waiting.delete(topic);
  }
}
