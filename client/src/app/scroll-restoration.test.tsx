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

test('closing a dialog returns to where the reader was, in browsers that do not tell the end of scrolling too', async () => {
  scrollDownTo(800);
  await go('/service?order=7', { preventScrollReset: true });
  window.scrollY = 0;
  await act(async () => navigate(-1));
  expect(window.scrollY).toBe(800);
});

test('a new page starts at its top, and going back from it returns', async () => {
  scrollDownTo(800);
  await go('/dashboard');
  expect(window.scrollY).toBe(0);
  await act(async () => navigate(-1));
  expect(window.scrollY).toBe(800);
});

test('a page that is opened from outside starts at its top, wherever the reader stood on the one before', () => {
  scrollDownTo(800);
  cleanup();
  window.scrollY = 0;
  open('/dashboard');
  expect(window.scrollY).toBe(0);
  cleanup();
  open('/service');
  expect(window.scrollY).toBe(800);
});

test('the first page is not asked where it stands, which would have the browser lay it out at once', () => {
  cleanup();
  const look = vi.fn<() => number>(() => 0);
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(look);
  open('/dashboard');
  expect(look).not.toHaveBeenCalled();
});

test('where a page stands when it is left counts also where nobody scrolled', () => {
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
