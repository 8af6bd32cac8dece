import { useEffect } from 'react';
import { followLanguage } from '../lib/language.ts';
import { followWhileSeen } from '../lib/live/follow-while-seen.ts';
import { followOtherTabs, session } from '../lib/session.ts';
import { queryClient, restoreSession } from '../lib/trpc.ts';

/** Brings a kept session up to date, and as long as the page is open follows who is signed in and what changes for them. */
export function useSessionUpkeep(): void {
  useEffect(() => {
    void restoreSession();
    const stops = [followOtherTabs(), forgetDataOfOtherUsers(), followLanguage(), followWhileSeen()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** When somebody else signs in, in this tab or another, nothing that was loaded for the one before may stay. */
function forgetDataOfOtherUsers(): () => void {
  let userId = session.get().user?.id;
  return session.subscribe(() => {
    const next = session.get().user?.id;
    if (next === userId) return;
    userId = next;
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries({ type: 'active' });
    });
  });
}
