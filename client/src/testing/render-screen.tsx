import { type RenderResult, render } from '@testing-library/react';
import { createContext, type ReactNode, use } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router-dom';
import { Providers } from '../app/providers.tsx';
import { ReauthenticationLayer } from '../app/reauthentication-layer.tsx';
import { addLazyRecipes } from '../app/theme/lazy-recipes.ts';
import { ToastLayer } from '../lib/toasts/toast-layer.tsx';

addLazyRecipes();

type Address = NonNullable<NonNullable<Parameters<typeof createMemoryRouter>[1]>['initialEntries']>[number];

const Screen = createContext<ReactNode>(null);

/**
 * Renders a screen, or a part of one, like the app, including toasts; the test ids `place` and `state` contain its location.
 * @param path the route's pattern, for screens that read path parameters
 */
export function renderScreen(screen: ReactNode, at: Address = '/', path = '*'): RenderResult {
  const router = createMemoryRouter(
    [
      {
        element: <Around />,
        children: [
          { path, element: <Shown /> },
          { path: '*', element: null },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  return render(screen, {
    wrapper: ({ children }) => (
      <Providers>
        <Screen value={children}>
          <RouterProvider router={router} />
        </Screen>
      </Providers>
    ),
  });
}

const Shown = () => use(Screen);

function Around() {
  const { pathname, search, ...location } = useLocation();
  const state: unknown = location.state;
  return (
    <>
      <Outlet />
      <ReauthenticationLayer />
      <ToastLayer />
      <output data-testid="place">{pathname + search}</output>
      <output data-testid="state">{JSON.stringify(state)}</output>
    </>
  );
}
