import { onlineManager } from '@tanstack/react-query';
import { session } from '../session.ts';

/**
 * Follows changes while a user is signed in, the tab is visible and there is a network. Its code loads on demand, after the page.
 * @returns a function that stops it
 */
export function followWhileSeen(): () => void {
  let followed: number | undefined;
  let stop = () => {};
  const look = () => {
    const userId = wanted();
    if (userId === followed) return;
    stop();
    followed = userId;
    stop = userId === undefined ? () => {} : begin(userId);
  };
  const stops = [session.subscribe(look), onlineManager.subscribe(look)];
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    for (const each of stops) each();
    stop();
  };
}

function wanted(): number | undefined {
  const isSeen = document.visibilityState === 'visible' && onlineManager.isOnline();
  return isSeen && !session.mustEnroll() ? session.get().user?.id : undefined;
}

function begin(userId: number): () => void {
  let hasStopped = false;
  let stop = () => {
    hasStopped = true;
  };
  import('./follow-changes.ts').then(
    ({ followChanges }) => {
      if (!hasStopped) stop = followChanges(userId);
    },
    // Without it the screens keep polling.
    () => undefined,
  );
  return () => stop();
}
