import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { newRequestId } from '../../lib/request-id.ts';
import { tabStorage } from '../../lib/storage.ts';

/** What was typed, and the last try to send it, of which nobody knows whether it got through. */
const draft = z.object({
  values: z.record(z.string(), z.string()).catch({}),
  attempt: z.object({ requestId: z.uuid(), input: z.string() }).optional().catch(undefined),
});
type Draft = z.output<typeof draft>;

/** What was typed under a name in this tab and not sent yet, by field. */
export function readTyped(name: string): Record<string, string> {
  return read(name).values;
}

/**
 * Keeps what is typed into a form in this tab, over a failed request and a reload, until it was sent. Without storage it lasts
 * as long as the form.
 * @param name under which it is kept; whose it is and what for
 */
export function useDraft<Values extends FieldValues, Output>(
  name: string,
  { watch }: Pick<UseFormReturn<Values, unknown, Output>, 'watch'>,
): { requestIdOf: (input: object) => string; forget: () => void } {
  useEffect(() => {
    const watching = watch((values) => keep(name, { values }));
    return () => watching.unsubscribe();
  }, [name, watch]);
  return {
    /** The same words again are the same try, so that they are never sent twice; others are another. */
    requestIdOf(sent) {
      const input = JSON.stringify(sent);
      const { attempt } = read(name);
      if (attempt?.input === input) return attempt.requestId;
      const requestId = newRequestId();
      keep(name, { attempt: { requestId, input } });
      return requestId;
    },
    forget: () => tabStorage.forget(name),
  };
}

function read(name: string): Draft {
  const parsed = draft.safeParse(tabStorage.readJson(name));
  return parsed.success ? parsed.data : { values: {} };
}

function keep(name: string, part: Partial<Draft>): void {
  tabStorage.keep(name, JSON.stringify({ ...read(name), ...part }));
}
