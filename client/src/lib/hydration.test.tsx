import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense, use, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useIsHydrated } from './hydration.ts';

/** Shows the text of each render. */
function Says() {
  const [said] = useState<boolean[]>([]);
  said.push(useIsHydrated());
  return <p>{said.join(' ')}</p>;
}

/** Hydrates a page with HTML. */
function takeOver(page: ReactNode): void {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  render(page, { container, hydrate: true });
}

const shown = () => screen.getAllByRole('paragraph').map(({ textContent }) => textContent);

it('without HTML a part may show everything from the start', () => {
  render(<Says />);
  expect(shown()).toEqual(['true']);
});

it('with HTML a part first renders the same, and later parts everything from the start', () => {
  const Page = () => {
    const [hasMore, setMore] = useState(false);
    return (
      <>
        <Says />
        {hasMore ? <Says /> : <button onClick={() => setMore(true)}>more</button>}
      </>
    );
  };
  takeOver(<Page />);
  expect(shown()).toEqual(['false true']);
  fireEvent.click(screen.getByRole('button'));
  expect(shown()).toEqual([expect.stringContaining('false true'), 'true']);
});

it('nothing is removed while browser state is rendered', async () => {
  const notYet = new Promise<never>(() => {});
  const tried = vi.fn<() => void>();
  const Part = () => {
    if (!useIsHydrated()) return <p>as the HTML says</p>;
    tried();
    return use(notYet);
  };
  await act(async () =>
    takeOver(
      <Suspense fallback={<p>nothing</p>}>
        <Part />
      </Suspense>,
    ),
  );
  expect(tried).toHaveBeenCalled();
  expect(screen.getByText('as the HTML says').style.display).toBe('');
  expect(screen.queryByText('nothing')).toBeNull();
});
