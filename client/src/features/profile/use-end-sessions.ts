import { useStore } from '@nanostores/react';
import { profileTexts } from '../../i18n/en/profile.ts';
import { reportError } from '../../lib/errors.ts';
import { confirm, showSuccess } from '../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { deviceName } from './device-name.ts';

/** Ends one session or all the others; refetches the list after each. */
export function useEndSessions() {
  const t = useStore(profileTexts);
  const utils = trpc.useUtils();
  const options = {
    onError: (error: unknown) => void reportError(t.endFailed, error),
    onSettled: () => utils.auth.sessions.invalidate(),
  };
  const one = trpc.auth.endSession.useMutation(options);
  const others = trpc.auth.endOtherSessions.useMutation(options);

  return {
    endOne: (session: Outputs['auth']['sessions'][number]) =>
      one.mutate({ id: session.id }, { onSuccess: () => showSuccess(t.loggedOut({ name: deviceName(session) })) }),
    /** @param count the number of others, for the confirmation */
    endOthers: async (count: number) => {
      const agreed = await confirm(() => {
        const { endOthersTitle, endOthersText, logOutOthers } = profileTexts.get();
        return { title: endOthersTitle, text: endOthersText({ count }), confirmLabel: logOutOthers };
      });
      if (agreed) others.mutate(undefined, { onSuccess: () => showSuccess(t.loggedOutElsewhere) });
    },
    endingId: one.isPending ? one.variables.id : null,
    isEndingOthers: others.isPending,
  };
}
