import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { errorTexts } from '../i18n/en/common.ts';
import { shellTexts } from '../i18n/en/shell.ts';
import { showError } from '../lib/notices/notices.ts';
import { authPath, paths } from '../lib/paths.ts';
import { session, useSession } from '../lib/session.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';

/** Sends visitors to the login with the place to return to. Who has just logged out or was blocked goes home, and is told of the block. */
export function RequireLogin() {
  const { signedIn } = useSession();
  const { pathname, search, hash } = useLocation();
  const endedBy = signedIn ? null : session.endedBy();
  useEffect(() => {
    const t = shellTexts.get();
    if (endedBy === 'expiry') void showError(t.loginFirstTitle, t.loginFirst);
    if (endedBy === 'block') void showError(t.loginFirstTitle, errorTexts.get().blocked);
  }, [endedBy]);

  if (signedIn) return <Outlet />;
  return <Navigate replace to={endedBy === 'expiry' ? authPath('login', pathname + search + hash) : paths.home} />;
}

/** Shows customers that a page is not theirs, instead of one that fails. */
export function RequireAdmin() {
  const { signedIn, isAdmin } = useSession();
  if (!signedIn) return <RequireLogin />;
  return isAdmin ? <Outlet /> : <NotAllowedPage />;
}
