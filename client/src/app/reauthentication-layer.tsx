import { LazyBoundary } from '../components/lazy-boundary.tsx';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { useSession } from '../lib/session.ts';
import { importSignedIn } from './import-signed-in.ts';

/** Only admins load it. */
const { Part: ReauthenticationHost } = lazyWithPreload(() => importSignedIn('reauthentication'), true);

/** Asks an admin who they are, above every page and dialog, when the server demands it. */
export function ReauthenticationLayer() {
  const { isAdmin } = useSession();
  return (
    isAdmin && (
      <LazyBoundary>
        <ReauthenticationHost />
      </LazyBoundary>
    )
  );
}
