import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { useUrlParam } from '../lib/url-state.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { DayInput } from './day-input.tsx';

beforeEach(() => stubBrowser());

function Screen() {
  const [, choose] = useUrlParam('from');
  const navigate = useNavigate();
  return (
    <>
      <DayInput aria-label="From" param="from" max="2026-06-30" />
      <button type="button" onClick={() => choose('2026-05-01')}>
        May
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('From');
const place = () => screen.getByTestId('place').textContent;
const type = (day: string) => fireEvent.change(field(), { target: { value: day } });

test('a day is applied when typing pauses, in the same field and without a history entry', async () => {
  renderScreen(<Screen />, '/?from=2026-01-02');
  await userEvent.click(screen.getByRole('button', { name: 'May' }));
  const before = field();
  expect(before.value).toBe('2026-05-01');
  before.focus();
  type('2026-01-01');
  type('2026-03-31');
  await vi.waitFor(() => expect(place()).toBe('/?from=2026-03-31'));
  expect(field()).toBe(before);
  expect(document.activeElement).toBe(before);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(place()).toBe('/?from=2026-01-02');
  expect(field().value).toBe('2026-01-02');
});

test('a day is applied at once on blur, and an empty field removes the filter', async () => {
  renderScreen(<Screen />, '/');
  field().focus();
  type('2026-03-31');
  await userEvent.tab();
  expect(place()).toBe('/?from=2026-03-31');
  type('');
  await vi.waitFor(() => expect(place()).toBe('/'));
});

test('a disallowed day is not applied, and marked until it changes', async () => {
  renderScreen(<Screen />, '/?from=2026-01-02');
  field().focus();
  type('2026-07-01');
  expect(field().ariaInvalid).toBe(null);
  await userEvent.tab();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(field().title).not.toBe('');
  expect(place()).toBe('/?from=2026-01-02');
  type('2026-06-30');
  await vi.waitFor(() => expect(place()).toBe('/?from=2026-06-30'));
  expect(field().hasAttribute('aria-invalid')).toBe(false);
});

test('the day in use without one in the URL fills the field, and comes back into an empty one', async () => {
  renderScreen(<DayInput aria-label="From" param="from" unset="2026-03-01" />, '/');
  expect(field().value).toBe('2026-03-01');
  for (const day of ['2026-02-01', '', '']) {
    field().focus();
    type(day);
    expect(field().value).toBe(day);
    await userEvent.tab();
    expect(place()).toBe(day === '' ? '/' : `/?from=${day}`);
    expect(field().value).toBe(day || '2026-03-01');
  }
});

test.each(['2026-02-30', '1999-12-31', 'today', "'".repeat(60_000)])('a URL with "%s" as a day has no day', (text) => {
  renderScreen(<Screen />, `/?from=${encodeURIComponent(text)}`);
  expect(field().value).toBe('');
});
