import type { Change, ChangeKind } from '../../shared/live.ts';

/** Between two sends; the first change after a quiet time is sent at once. */
const APART_MS = 200;
/** Of one kind. More of them become "anything of this kind", which bounds the memory of a stream. */
const MOST_IDS = 20;

export interface Stream {
  changes: AsyncGenerator<Change, void>;
  notify: (change: Change) => void;
  /** Ends it at once, with changes still waiting. @param reason thrown to the reader */
  end: (reason?: Error) => void;
}

/**
 * One reader's changes. What happens while the reader is not asking, or right after something was told, is gathered: each
 * change once, and few of them, however much happens.
 */
export function createStream({ apartMs = APART_MS } = {}): Stream {
  /** By kind; undefined stands for anything of it. */
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
