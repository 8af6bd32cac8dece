import type { Nanos } from '#shared/money.ts';
import { usePollMs } from './live/live-state.ts';
import { session, useSession } from './session.ts';
import { trpc } from './trpc.ts';

/**
 * The user's own balance in nano-dollars; undefined until it has loaded. While the tab is visible it is updated by the live
 * stream, or at most 5 seconds old.
 */
export function useBalance(): Nanos | undefined {
  const { signedIn, mustEnroll } = useSession();
  const { data } = trpc.balance.get.useQuery(undefined, {
    enabled: signedIn && !mustEnroll,
    refetchInterval: usePollMs(),
    refetchIntervalInBackground: false,
    staleTime: 0,
    retry: false,
  });
  return signedIn ? data?.balanceNanos : undefined;
}

/** For money actions: shows the balance in the response at once, without waiting for the next poll. */
export function useShowBalance(): (balanceNanos: Nanos) => void {
  const utils = trpc.useUtils();
  return (balanceNanos) => {
    if (session.accessToken()) utils.balance.get.setData(undefined, { balanceNanos });
  };
}
