import { useStore } from '@nanostores/react';
import { keysTexts } from '../../../i18n/en/keys.ts';
import { reportError } from '../../../lib/errors.ts';
import { confirm, showSuccess } from '../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';

export type Key = Outputs['keys']['list']['keys'][number];

/** Revokes one key after a confirmation, or all of them; reads the list again after each. */
export function useRevoke() {
  const t = useStore(keysTexts);
  const utils = trpc.useUtils();
  const options = {
    onError: (error: unknown) => void reportError(t.revokeFailed, error),
    onSettled: () => utils.keys.list.invalidate(),
  };
  const one = trpc.keys.revoke.useMutation(options);
  const all = trpc.keys.revokeAll.useMutation({
    ...options,
    onSuccess: ({ revoked }) => showSuccess(t.revokedAll({ count: revoked })),
  });
  return {
    revoke: async ({ id, name }: Key) => {
      const agreed = await confirm(() => {
        const { revokeTitle, revokeText, revoke } = keysTexts.get();
        return { title: revokeTitle({ name }), text: revokeText, confirmLabel: revoke };
      });
      if (agreed) one.mutate({ id }, { onSuccess: () => showSuccess(t.revoked({ name })) });
    },
    /** @param onDone called after the success, if the list is still displayed */
    revokeAll: (onDone: () => void) => all.mutate(undefined, { onSuccess: onDone }),
    revokingId: one.isPending ? one.variables.id : null,
    isRevokingAll: all.isPending,
  };
}
