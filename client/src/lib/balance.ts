import type { Nanos } from '../../../shared/money.ts';
import { session, useSession } from './session.ts';
import { trpc } from './trpc.ts';

const POLL_INTERVAL_MS = 5000;

/** One's own balance in nano-dollars, at most 5 seconds old while the tab is visible; undefined until it is known. */
export function useBalance(): Nanos | undefined {
  const { signedIn } = useSession();
  const { data } = trpc.balance.get.useQuery(undefined, {
    enabled: signedIn,
    refetchInterval: POLL_INTERVAL_MS,
    refetchIntervalInBackground: false,
    staleTime: 0,
    retry: false,
  });
  return signedIn ? data?.balanceNanos : undefined;
}

/** For money actions: shows the balance that the server answered with at once, without waiting for the next poll. */
export function useShowBalance(): (balanceNanos: Nanos) => void {
  const utils = trpc.useUtils();
  return (balanceNanos) => {
    if (session.accessToken()) utils.balance.get.setData(undefined, { balanceNanos });
  };
}
