import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../lib/paths.ts';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import ConfirmEmailPage from './confirm-email-page.tsx';

/** The requests to the fake server. */
const seen: string[] = [];
let answer: { status: number; body: unknown };

beforeEach(() => {
  stubBrowser(() => true);
  seen.length = 0;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    seen.push(`${init?.method} ${address} ${init?.body as string}`);
    return Promise.resolve(Response.json([answer.body], { status: answer.status }));
  });
  renderScreen(<ConfirmEmailPage />, '/confirm-email/the-token', paths.confirmEmail);
});

const press = () => userEvent.click(screen.getByRole('button', { name: 'Confirm' }));

test('opening the link requests nothing; the button confirms and shows the new address', async () => {
  answer = good({ ok: true, email: 'new@example.com', pendingEmail: null });
  expect(seen).toEqual([]);
  await press();
  await screen.findByText('Your email address is now new@example.com.');
  expect(seen).toEqual(['POST /trpc/auth.confirmEmail?batch=1 {"0":{"token":"the-token"}}']);
});

test('from the old address it shows where the next link was sent', async () => {
  answer = good({ ok: true, email: 'old@example.com', pendingEmail: 'new@example.com' });
  await press();
  expect((await screen.findByText(/One step is left/)).textContent).toContain('sent to new@example.com');
});

test('an invalid link is reported', async () => {
  const data = { code: 'BAD_REQUEST', domainCode: 'email_token_invalid' };
  answer = { status: 400, body: { error: { message: 'no longer valid', code: -32600, data } } };
  await press();
  await screen.findByText(/This link no longer works/);
});

function good(data: unknown) {
  return { status: 200, body: { result: { data } } };
}
