import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSearchText } from '../lib/url-state.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { SearchBox } from './search-box.tsx';

beforeEach(() => stubBrowser());

function Screen() {
  const [search] = useSearchText();
  return (
    <>
      <SearchBox label="Search orders" />
      <p data-testid="search">{search}</p>
    </>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search orders' });

test.each([
  ['a'.repeat(60_000), 'a'.repeat(100)],
  [` ${'a'.repeat(99)} b`, 'a'.repeat(99)],
  // A flag is two characters of two code units each: the cut must not split a pair.
  [`${'a'.repeat(99)}😀`, 'a'.repeat(99)],
  ['a\0b', 'ab'],
])('search no. %$ in a URL is reduced to what the server accepts', (typed, taken) => {
  renderScreen(<Screen />, `/?q=${encodeURIComponent(typed)}`);
  expect(screen.getByTestId('search').textContent).toBe(taken);
  expect(box().value).toBe(taken);
});

test('a search is in the URL once typing pauses, and Escape removes it', async () => {
  renderScreen(<Screen />, '/');
  await userEvent.type(box(), ' likes ');
  await vi.waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/?q=likes'));
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/'));
});
