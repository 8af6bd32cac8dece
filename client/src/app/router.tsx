import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { ErrorState } from '../components/error-state.tsx';
import { pageTexts } from '../i18n/en/shell.ts';
import { $language } from '../i18n/language.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { useReportPending } from '../lib/money-actions/use-report-pending.ts';
import { useRouteMeta } from '../lib/page-meta.ts';
import { paths } from '../lib/paths.ts';
import { ToastLayer } from '../lib/toasts/toast-layer.tsx';
import { CrashPage } from './crash-page.tsx';
import { RequireAdmin, RequireLogin, RequireUser } from './guards.tsx';
import { HydrationEnd } from './hydration-end.tsx';
import { DashboardSkeleton, PageSkeleton } from './page-skeleton.tsx';
import { ReauthenticationLayer } from './reauthentication-layer.tsx';
import { type AppRoute, DashboardShell, routes } from './routes.ts';
import { useScrollRestoration } from './scroll-restoration.ts';
import { useSessionUpkeep } from './session-upkeep.ts';
import { SiteShell } from './site-shell.tsx';

const { Part: NotFoundPage } = lazyWithPreload(() => import('./not-found-page.tsx'));

/** The route table as pages in their shells, with guards. */
export const appRoutes: RouteObject[] = [
  {
    element: <AppRoot />,
    errorElement: <CrashPage />,
    children: [
      { element: <PageFrame />, children: [...pagesIn('site'), { path: '*', element: <NotFoundPage /> }] },
      {
        element: <DashboardFrame />,
        children: [
          {
            element: <PageFrame />,
            children: [...pagesIn('dashboard'), { path: `${paths.dashboard}/*`, element: <NotFoundPage /> }],
          },
        ],
      },
    ],
  },
];

/** The root of every page. */
function AppRoot() {
  useSessionUpkeep();
  useReportPending();
  useScrollRestoration();
  return (
    <>
      <SiteShell />
      <ReauthenticationLayer />
      <ToastLayer />
    </>
  );
}

function DashboardFrame() {
  return (
    <RequireLogin>
      <Frame skeleton={<DashboardSkeleton />}>
        <DashboardShell />
      </Frame>
    </RequireLogin>
  );
}

function pagesIn(shell: AppRoute['shell']): RouteObject[] {
  return routes
    .filter((route) => route.shell === shell)
    .map((route) => ({ path: route.path, element: <RoutePage key={route.path} route={route} /> }));
}

const guards = {
  public: ({ children }: { children: ReactNode }) => children,
  login: RequireUser,
  admin: RequireAdmin,
};

function RoutePage({ route }: { route: AppRoute }) {
  const Guard = guards[route.access];
  return (
    <Guard>
      <PageOf route={route} />
    </Guard>
  );
}

function PageOf({ route }: { route: AppRoute }) {
  // A new language renders the page again, including texts that come from plain functions.
  useStore($language);
  const t = useStore(pageTexts);
  useRouteMeta(route.title && t[route.title], route.description && t[route.description]);
  return <route.Page />;
}

function PageFrame() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Isolates a page's loading and errors from its surroundings. */
function Frame({ skeleton = <PageSkeleton />, children }: { skeleton?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKeys={[pathname]}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <>
          <ErrorState error={error} onRetry={resetErrorBoundary} />
          <HydrationEnd />
        </>
      )}
    >
      <Suspense fallback={skeleton}>
        {children}
        <HydrationEnd />
      </Suspense>
    </ErrorBoundary>
  );
}
