import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { StillRunning } from '#shared/background-calls.ts';
import { untilEnded } from '#shared/until-ended.ts';
import { stillRunningTexts } from '../../i18n/en/admin/still-running.ts';
import { showWarning } from '../../lib/toasts/toasts.ts';

/** Calls of a screen that go on on the server after a first answer. */
export interface LongCalls {
  isPending: boolean;
  /** The label of its button after the first answer that the call still runs. */
  line: string | undefined;
  /**
   * Repeats a call until it ends, at most until the screen is left. After five minutes a toast says that it goes on.
   * @returns undefined without an end
   */
  wait: <Answer extends object>(call: () => Promise<Answer>) => Promise<Exclude<Answer, StillRunning> | undefined>;
}

export function useUntilEnded(): LongCalls {
  const { line } = useStore(stillRunningTexts);
  const [state, setState] = useState<'idle' | 'pending' | 'long'>('idle');
  const screen = useRef<AbortController>(undefined);
  useEffect(() => {
    const shown = new AbortController();
    screen.current = shown;
    return () => shown.abort();
  }, []);

  const wait = useCallback<LongCalls['wait']>(async (call) => {
    const signal = screen.current?.signal;
    setState('pending');
    try {
      const answer = await untilEnded(call, { signal, onRunning: () => setState('long') });
      const t = stillRunningTexts.get();
      if (!answer && !signal?.aborted) showWarning(t.title, t.text);
      return answer;
    } finally {
      setState('idle');
    }
  }, []);

  return { isPending: state !== 'idle', line: state === 'long' ? line : undefined, wait };
}
