import { LazyBoundary } from '../components/lazy-boundary.tsx';
import { useIsHydrated } from '../lib/hydration.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { usePublicSettings } from '../lib/public-settings.ts';

const { Part: ElsewhereNotice } = lazyWithPreload(() => import('./elsewhere-notice.tsx'), true);

/**
 * Warns a user who opens the panel at a foreign address, such as its IP address. The session cookie is valid at the panel's own
 * address only, so a login does not last there.
 */
export function AddressBanner() {
  const publicUrl = usePublicSettings()?.publicUrl;
  const isHydrated = useIsHydrated();
  if (!isHydrated || publicUrl === undefined || publicUrl === window.location.origin) return null;
  return (
    <LazyBoundary>
      <ElsewhereNotice publicUrl={publicUrl} />
    </LazyBoundary>
  );
}
