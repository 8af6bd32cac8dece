import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { ErrorState } from '../components/error-state.tsx';
import { pageTexts } from '../i18n/en/shell.ts';
import { $language } from '../i18n/language.ts';
import { useReportPending } from '../lib/money-actions/use-report-pending.ts';
import { useRouteMeta } from '../lib/page-meta.ts';
import { paths } from '../lib/paths.ts';
import { AfterEarlyInput } from './early-input.tsx';
import { RequireAdmin, RequireLogin } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { DashboardSkeleton, PageSkeleton } from './page-skeleton.tsx';
import { type AppRoute, DashboardShell, routes } from './routes.ts';
import { useScrollRestoration } from './scroll-restoration.ts';
import { useSessionUpkeep } from './session-upkeep.ts';
import { SiteShell } from './site-shell.tsx';

/** The route table as pages within their shells, behind their guards. */
export function AppRouter() {
  // Everything is rendered again in another language, also what takes its words from a function.
  useStore($language);
  useSessionUpkeep();
  useReportPending();
  useScrollRestoration();
  return (
    <Routes>
      <Route element={<SiteShell />}>
        <Route element={<PageFrame />}>
          {routes.filter(({ shell }) => shell === 'site').map(asRoute)}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        <Route element={<RequireLogin />}>
          <Route
            element={
              <Frame skeleton={<DashboardSkeleton />}>
                <DashboardShell />
              </Frame>
            }
          >
            <Route element={<PageFrame />}>
              {routes.filter(({ shell }) => shell === 'dashboard').map(asRoute)}
              <Route path={`${paths.dashboard}/*`} element={<NotFoundPage />} />
            </Route>
          </Route>
        </Route>
      </Route>
    </Routes>
  );
}

function asRoute(route: AppRoute) {
  const guard = { public: <Outlet />, login: <RequireLogin />, admin: <RequireAdmin /> }[route.access];
  return (
    <Route key={route.path} element={guard}>
      <Route path={route.path} element={<RoutePage route={route} />} />
    </Route>
  );
}

function RoutePage({ route }: { route: AppRoute }) {
  const t = useStore(pageTexts);
  useRouteMeta(t[route.title], route.description && t[route.description]);
  return <route.Page />;
}

function PageFrame() {
  return (
    <Frame>
      <Outlet />
      <AfterEarlyInput />
    </Frame>
  );
}

/** What a page may do to itself: load, and fail, without taking what stands around it along. */
function Frame({ skeleton = <PageSkeleton />, children }: { skeleton?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKeys={[pathname]}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <>
          <ErrorState error={error} onRetry={resetErrorBoundary} />
          <AfterEarlyInput />
        </>
      )}
    >
      <Suspense fallback={skeleton}>{children}</Suspense>
    </ErrorBoundary>
  );
}
