import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { newRequestId } from '../../lib/request-id.ts';
import { tabStorage } from '../../lib/storage.ts';

/** The typed values, and the last unanswered try to send them. */
const draft = z.object({
  values: z.record(z.string(), z.string()).catch({}),
  attempt: z.object({ requestId: z.uuid(), input: z.string() }).optional().catch(undefined),
});
type Draft = z.output<typeof draft>;

/** The values of a draft by field. */
export function readTyped(name: string): Record<string, string> {
  return read(name).values;
}

/**
 * Stores the typed values of a form in this tab until they are sent, also after a failed request or a reload.
 * @param name the draft's key, with its user and purpose
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
    /** Unchanged values are the same try, with the same request id, so that they are never sent twice. */
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
