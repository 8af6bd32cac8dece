import { useEffect } from 'react';
import { errorTexts } from '../i18n/en/common.ts';
import { shellTexts } from '../i18n/en/shell.ts';
import { followLanguage } from '../lib/language.ts';
import { followWhileSeen } from '../lib/live/follow-while-seen.ts';
import { followOtherTabs, session } from '../lib/session.ts';
import { showError } from '../lib/toasts/toasts.ts';
import { queryClient, restoreSession } from '../lib/trpc.ts';

/** Refreshes a stored session, and while the page is open follows changes of the user and their data. */
export function useSessionUpkeep(): void {
  useEffect(() => {
    void restoreSession();
    const stops = [followOtherTabs(), forgetDataOfOtherUsers(), followLanguage(), followWhileSeen(), reportBlock()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** Shows on every page that a session ended by a block, also on public ones. */
function reportBlock(): () => void {
  let wasSignedIn = session.accessToken() !== null;
  return session.subscribe(() => {
    const isSignedIn = session.accessToken() !== null;
    if (wasSignedIn && !isSignedIn && session.endedBy() === 'block')
      void showError(shellTexts.get().loginFirstTitle, errorTexts.get().blocked);
    wasSignedIn = isSignedIn;
  });
}

/** When another user signs in, in any tab, or the role changes, all loaded data is dropped. */
function forgetDataOfOtherUsers(): () => void {
  let who = whoReads();
  return session.subscribe(() => {
    const next = whoReads();
    if (next === who) return;
    who = next;
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries({ type: 'active' });
    });
  });
}

function whoReads(): string | undefined {
  const { user } = session.get();
  return user ? `${user.id} ${user.role}` : undefined;
}
