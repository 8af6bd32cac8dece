import { act, cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useScrollRestoration } from './scroll-restoration.ts';

let navigate: NavigateFunction;

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('scrollTo', (_left: number, top: number) => (window.scrollY = top));
  open('/service');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.scrollY = 0;
});

test('closing a dialog restores the scroll position, also in browsers without scrollend', async () => {
  scrollDownTo(800);
  await go('/service?order=7', { preventScrollReset: true });
  window.scrollY = 0;
  await act(async () => navigate(-1));
  expect(window.scrollY).toBe(800);
});

test('a new page starts at its top, and going back restores the position', async () => {
  scrollDownTo(800);
  await go('/dashboard');
  expect(window.scrollY).toBe(0);
  await act(async () => navigate(-1));
  expect(window.scrollY).toBe(800);
});

test('a page opened from outside starts at its top', () => {
  scrollDownTo(800);
  cleanup();
  window.scrollY = 0;
  open('/dashboard');
  expect(window.scrollY).toBe(0);
  cleanup();
  open('/service');
  expect(window.scrollY).toBe(800);
});

test("the first page's position is not read, which would force a layout", () => {
  cleanup();
  const look = vi.fn<() => number>(() => 0);
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(look);
  open('/dashboard');
  expect(look).not.toHaveBeenCalled();
});

test('the position of a page is stored when it is left, even without scrolling', () => {
  window.scrollY = 300;
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  window.scrollY = 0;
  open('/service');
  expect(window.scrollY).toBe(300);
});

function open(at: string) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <Page />
    </MemoryRouter>,
  );
}

function Page() {
  const current = useNavigate();
  useEffect(() => {
    navigate = current;
  });
  useScrollRestoration();
  return null;
}

async function go(to: string, options = {}) {
  await act(async () => navigate(to, options));
}

function scrollDownTo(top: number) {
  window.scrollY = top;
  window.dispatchEvent(new Event('scroll'));
}
