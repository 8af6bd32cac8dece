import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { expect, test } from 'vitest';
import { usePageMeta } from '../lib/page-meta.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import RouteAnnouncer from './route-announcer.tsx';

/** A page whose code, and with it the title, comes with a press. */
function Pages() {
  const [title, setTitle] = useState('Home');
  usePageMeta(title);
  return (
    <>
      <RouteAnnouncer />
      <Link to="/slow">Go</Link>
      {['(3) Home', 'Slow page'].map((each) => (
        <button key={each} onClick={() => setTitle(each)}>
          {each}
        </button>
      ))}
    </>
  );
}

const announced = () => document.querySelector('span[role=status]')?.textContent;

test('a page is announced by its own title, however late it comes, and not for what waits on the page before', async () => {
  renderScreen(<Pages />);
  expect(announced()).toBe('');
  for (const name of ['Go', '(3) Home']) await userEvent.click(screen.getByText(name));
  expect(announced()).toBe('');
  await userEvent.click(screen.getByText('Slow page'));
  await waitFor(() => expect(announced()).toBe('Slow page · Reseller Panel'));
});
