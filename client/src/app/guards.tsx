import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { errorTexts } from '../i18n/en/common.ts';
import { shellTexts } from '../i18n/en/shell.ts';
import { authPath, paths } from '../lib/paths.ts';
import { session, useSession } from '../lib/session.ts';
import { showError } from '../lib/toasts/toasts.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';

interface GuardProps {
  children: ReactNode;
}

/**
 * Sends visitors to the login, with the page to return to. After a logout or a block it sends them home, with an explanation of a
 * block.
 */
export function RequireLogin({ children }: GuardProps) {
  const { signedIn } = useSession();
  const { pathname, search, hash } = useLocation();
  const endedBy = signedIn ? null : session.endedBy();
  useEffect(() => {
    const t = shellTexts.get();
    if (endedBy === 'expiry') void showError(t.loginFirstTitle, t.loginFirst);
    if (endedBy === 'block') void showError(t.loginFirstTitle, errorTexts.get().blocked);
  }, [endedBy]);

  if (signedIn) return children;
  return <Navigate replace to={endedBy === 'expiry' ? authPath('login', pathname + search + hash) : paths.home} />;
}

/** Shows customers that a page is for admins. */
export function RequireAdmin({ children }: GuardProps) {
  const { isAdmin } = useSession();
  return <RequireLogin>{isAdmin ? children : <NotAllowedPage />}</RequireLogin>;
}
