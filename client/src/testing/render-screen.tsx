import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, type MemoryRouterProps, Route, Routes, useLocation } from 'react-router-dom';
import { Providers } from '../app/providers.tsx';
import { addLateRecipes } from '../app/theme/late-recipes.ts';
import { NoticeLayer } from '../lib/notices/notice-layer.tsx';

// Screens are shown here without the late code that they are in the app.
addLateRecipes();

type Address = NonNullable<MemoryRouterProps['initialEntries']>[number];

/**
 * Shows a screen, or a part of one, as the app does, notices included; where it led to is read from the test ids `place`
 * and `state`.
 * @param path the route's pattern, for screens that read parts of their address
 */
export function renderScreen(screen: ReactNode, at: Address = '/', path = '*'): RenderResult {
  return render(screen, {
    wrapper: ({ children }) => (
      <Providers>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={path} element={children} />
            <Route path="*" element={null} />
          </Routes>
          <NoticeLayer />
          <Place />
        </MemoryRouter>
      </Providers>
    ),
  });
}

function Place() {
  const { pathname, search, ...location } = useLocation();
  const state: unknown = location.state;
  return (
    <>
      <output data-testid="place">{pathname + search}</output>
      <output data-testid="state">{JSON.stringify(state)}</output>
    </>
  );
}
