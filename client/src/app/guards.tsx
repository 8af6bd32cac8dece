import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { LazyBoundary } from '../components/lazy-boundary.tsx';
import { errorTexts } from '../i18n/en/common.ts';
import { shellTexts } from '../i18n/en/shell.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { loginFirst } from '../lib/login-first.ts';
import { authPath, paths } from '../lib/paths.ts';
import { session, useSession } from '../lib/session.ts';
import { showError } from '../lib/toasts/toasts.ts';
import { importSignedIn } from './import-signed-in.ts';

const { Part: NotAllowedPage } = lazyWithPreload(() => importSignedIn('notAllowed'));
const { Part: EnrollPage } = lazyWithPreload(() => importSignedIn('enroll'));

interface GuardProps {
  children: ReactNode;
}

/**
 * Sends visitors to the login, which gives the reason and returns to the page. After a logout or a block it sends them home, with an
 * explanation of a block.
 */
export function RequireLogin({ children }: GuardProps) {
  const { signedIn } = useSession();
  const { pathname, search, hash } = useLocation();
  const endedBy = signedIn ? null : session.endedBy();
  useEffect(() => {
    if (endedBy === 'block') void showError(shellTexts.get().loginFirstTitle, errorTexts.get().blocked);
  }, [endedBy]);

  if (signedIn) return children;
  if (endedBy !== 'expiry') return <Navigate replace to={paths.home} />;
  return <Navigate replace to={authPath('login', pathname + search + hash)} state={loginFirst} />;
}

/**
 * In place of every page but the profile, an admin who has to set up a second factor first gets that page. Afterwards the page opens that
 * was meant to.
 */
function RequireSecondFactor({ children }: GuardProps) {
  const { mustEnroll } = useSession();
  const { pathname } = useLocation();
  const isProfile = pathname === paths.profile || pathname === paths.dashboardProfile;
  if (!mustEnroll || isProfile) return children;
  return (
    <LazyBoundary>
      <EnrollPage />
    </LazyBoundary>
  );
}

/** A page for signed-in users. */
export function RequireUser({ children }: GuardProps) {
  return (
    <RequireLogin>
      <RequireSecondFactor>{children}</RequireSecondFactor>
    </RequireLogin>
  );
}

/** Shows customers that a page is for admins. The page of an admin who lost the role is gone at once, before that message has loaded. */
export function RequireAdmin({ children }: GuardProps) {
  const { isAdmin } = useSession();
  return (
    <RequireUser>
      {isAdmin ? (
        children
      ) : (
        <LazyBoundary>
          <NotAllowedPage />
        </LazyBoundary>
      )}
    </RequireUser>
  );
}
