import { useLocation } from 'react-router-dom';
import { LazyBoundary } from '../components/lazy-boundary.tsx';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { isWithin, paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { importSignedIn } from './import-signed-in.ts';

/** Visitors do not load it, and customers only where they are asked. */
const { Part: ReauthenticationHost } = lazyWithPreload(() => importSignedIn('reauthentication'), true);

/** Asks a user who they are, above every page and dialog, when the server demands it. */
export function ReauthenticationLayer() {
  const { signedIn, isAdmin } = useSession();
  const { pathname } = useLocation();
  const isAsked = isAdmin || (signedIn && isWithin(pathname, paths.dashboardProfile));
  return (
    isAsked && (
      <LazyBoundary>
        <ReauthenticationHost />
      </LazyBoundary>
    )
  );
}
