import { tellError } from '../../lib/errors.ts';
import { confirm, showSuccess } from '../../lib/notices/notices.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { deviceName } from './device-name.ts';

const FAILED = 'Could not log out there. Please try again.';

/** Logs out elsewhere, one browser or all the others; the list is read again after each. */
export function useEndSessions() {
  const utils = trpc.useUtils();
  const options = {
    onError: (error: unknown) => void tellError(FAILED, error),
    onSettled: () => utils.auth.sessions.invalidate(),
  };
  const one = trpc.auth.endSession.useMutation(options);
  const others = trpc.auth.endOtherSessions.useMutation(options);

  return {
    endOne: (session: Outputs['auth']['sessions'][number]) =>
      one.mutate({ id: session.id }, { onSuccess: () => showSuccess(`${deviceName(session)} is logged out`) }),
    /** @param count how many others there are, for the question before it */
    endOthers: async (count: number) => {
      const agreed = await confirm({
        title: 'Log out everywhere else?',
        text:
          count === 1
            ? 'One other browser has to log in again. This one stays logged in.'
            : `${count} other browsers have to log in again. This one stays logged in.`,
        confirmLabel: 'Log out others',
      });
      if (agreed) others.mutate(undefined, { onSuccess: () => showSuccess('Logged out everywhere else') });
    },
    endingId: one.isPending ? one.variables.id : null,
    isEndingOthers: others.isPending,
  };
}
