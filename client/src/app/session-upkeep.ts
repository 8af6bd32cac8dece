import { useEffect } from 'react';
import { errorTexts } from '../i18n/en/common.ts';
import { shellTexts } from '../i18n/en/shell.ts';
import { followLanguage } from '../lib/language.ts';
import { followWhileSeen } from '../lib/live/follow-while-seen.ts';
import { followOtherTabs, session } from '../lib/session.ts';
import { showError } from '../lib/toasts/toasts.ts';
import { queryClient, restoreSession } from '../lib/trpc.ts';

/** Brings a kept session up to date, and as long as the page is open follows who is signed in and what changes for them. */
export function useSessionUpkeep(): void {
  useEffect(() => {
    void restoreSession();
    const stops = [followOtherTabs(), forgetDataOfOtherUsers(), followLanguage(), followWhileSeen(), tellOfBlock()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** A session that ends by a block says so on every page, also where visitors may stay. */
function tellOfBlock(): () => void {
  let wasSignedIn = session.accessToken() !== null;
  return session.subscribe(() => {
    const isSignedIn = session.accessToken() !== null;
    if (wasSignedIn && !isSignedIn && session.endedBy() === 'block')
      void showError(shellTexts.get().loginFirstTitle, errorTexts.get().blocked);
    wasSignedIn = isSignedIn;
  });
}

/** When somebody else signs in, in this tab or another, or is no admin any more, nothing that was loaded before may stay. */
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
