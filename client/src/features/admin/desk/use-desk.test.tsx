// @vitest-environment jsdom

import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { confirm, takeToast, useToasts } from '../../../lib/toasts/toasts.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { useOutbox } from './outbox.ts';
import { type DeskOptions, useDesk } from './use-desk.ts';

interface Row {
  id: string;
  decided?: boolean;
}
type Decide = (row: Row, verdict: string, reason?: string) => Promise<unknown>;

const idOf = ({ id }: Row) => id;
const first: Row = { id: '9' };
const second: Row = { id: '8' };

// What waits before it is sent is the outbox's own test.
beforeEach(() => localStorage.setItem('decisionWait', 'off'));
afterEach(() => {
  cleanup();
  const { result } = renderHook(() => useToasts());
  act(() => {
    for (const { id } of result.current.toasts) takeToast(id);
    for (const { answer } of result.current.questions) answer(true);
  });
  cleanup();
});

test('a row that waits for the server is not decided twice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const decide = vi.fn<Decide>(() => promise);
  const { desk } = openDesk({ decide });
  act(() => {
    desk().approve(first);
    desk().approve(first);
  });
  expect(decide).toHaveBeenCalledOnce();
  expect([...desk().pending]).toEqual([['9', 'approve']]);
  await act(async () => resolve());
  expect(desk().pending.size).toBe(0);
});

test('the next row is marked before the server has answered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { desk } = openDesk({ decide: () => promise });
  act(() => {
    desk().active.move(1);
    desk().approve(first);
  });
  expect(desk().activeRow()).toBe(second);
  await act(async () => resolve());
});

test('the toast says what was done, a refusal says why', async () => {
  const { desk, notices } = openDesk({ decide: async () => undefined });
  await act(async () => desk().approve(first));
  expect(notices().toasts.map(({ title }) => title)).toEqual(['Done 9']);
  cleanup();

  const refused = openDesk({ decide: () => Promise.reject(refusal('order_final', 'Already done.')) });
  await act(async () => refused.desk().approve(second));
  expect(refused.notices().questions).toMatchObject([{ title: 'Failed', text: 'Already done.' }]);
});

test.each([
  ['the line is broken', new TRPCClientError('fetch failed')],
  ['the server is busy', refusal('busy', 'The server is busy.')],
])('a decision without an answer since %s is not called a failure, as it may hold', async (_why, error) => {
  const { desk, notices, outbox } = openDesk({ decide: () => Promise.reject(error) });
  await act(async () => desk().approve(first));
  const text = expect.stringMatching(/ It may have been done all the same\. Trying again does it once only\.$/);
  expect(notices().questions).toMatchObject([{ title: 'No answer came', text }]);
  expect(outbox().get('row:9')).toMatchObject({ phase: 'refused', text, again: expect.any(Function) });
});

test('a decision that somebody made first is told with who and what, in a toast and on the row', async () => {
  const details = { status: 'rejected', decidedBy: 'boss' };
  const { desk, notices, outbox } = openDesk({
    decide: () => Promise.reject(refusal('already_decided', 'Decided.', details)),
  });
  await act(async () => desk().approve(first));
  const text = 'already rejected by boss. Nothing has moved.';
  expect(notices().toasts).toMatchObject([{ tone: 'error', title: 'Failed', text: `Row 9: ${text}` }]);
  expect(outbox().get('row:9')).toMatchObject({ phase: 'refused', text, again: undefined });
});

test('a row that somebody should look at again is approved only after a second yes', async () => {
  const decide = vi.fn<Decide>(async () => undefined);
  const doubt = { title: 'Approve all the same?', text: 'Sent twice.', confirmLabel: 'Approve' };
  const { desk, notices } = openDesk({ decide, askFirst: ({ id }) => (id === '9' ? confirm(doubt) : undefined) });
  await act(async () => desk().approve(second));
  expect(decide).toHaveBeenCalledTimes(1);

  const answer = async (confirmed: boolean) => {
    await act(async () => desk().approve(first));
    const [question] = notices().questions;
    expect(question).toMatchObject({ text: 'Sent twice.', confirmLabel: 'Approve', cancelLabel: 'Cancel' });
    await act(async () => question?.answer(confirmed));
  };
  await answer(false);
  expect(decide).toHaveBeenCalledTimes(1);
  await answer(true);
  expect(decide).toHaveBeenLastCalledWith(first, 'approve', undefined);
});

test('the reason is kept while the server is away and sent again with one press, until a refusal will not change', async () => {
  let error: Error = new TRPCClientError('fetch failed');
  const decide = vi.fn<Decide>(() => Promise.reject(error));
  const { desk, outbox } = openDesk({ decide });
  act(() => desk().askReject(first));
  await act(async () => desk().rejecting.confirm('Private account'));
  expect(desk().rejecting.row).toBeNull();
  const again = () => {
    const progress = outbox().get('row:9');
    return progress?.phase === 'refused' ? progress.again : undefined;
  };

  error = refusal('order_final', 'Already done.');
  await act(async () => again()?.());
  expect(decide.mock.calls).toEqual([
    [first, 'reject', 'Private account'],
    [first, 'reject', 'Private account'],
  ]);
  expect(again()).toBeUndefined();
});

test('the mark goes on at once, before the server has answered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { desk } = openDesk({ decide: () => promise });
  act(() => desk().active.move(1));
  act(() => desk().approve(first));
  expect(desk().activeRow()).toBe(second);
  expect(desk().can(first, 'approve')).toBe(false);
  await act(async () => resolve());
});

test('mark and selection start anew with another list', () => {
  const { desk, rerender } = openDesk({});
  act(() => {
    desk().active.move(1);
    desk().selection.onChange({ 9: true });
  });
  expect([desk().activeRow(), desk().selection.rows]).toEqual([first, [first]]);
  rerender({ listKey: 'rejected' });
  expect([desk().activeRow(), desk().selection.rows]).toEqual([undefined, []]);
});

test('the second click of a double click does not decide the row that moved under the pointer', () => {
  vi.useFakeTimers();
  const decide = vi.fn<Decide>(async () => undefined);
  const { desk, rerender } = openDesk({ decide });
  rerender({ rows: [second] });
  const store = { get: desk, subscribe: () => () => undefined };
  const buttons = () => <DecideButtons store={store} row={second} label="row 8" />;
  const shown = renderScreen(buttons());
  fireEvent.click(screen.getByRole('button', { name: 'Approve row 8' }), { detail: 2 });
  expect(decide).not.toHaveBeenCalled();

  act(() => {
    vi.advanceTimersByTime(500);
  });
  vi.useRealTimers();
  shown.rerender(buttons());
  fireEvent.click(screen.getByRole('button', { name: 'Approve row 8' }), { detail: 1 });
  expect(decide).toHaveBeenCalledOnce();
});

function openDesk({
  decide = async () => undefined,
  askFirst,
}: {
  decide?: Decide;
  askFirst?: NonNullable<DeskOptions<Row>['askFirst']>;
}) {
  const initialProps: { rows?: Row[]; listKey?: string } = {};
  const { result, rerender } = renderHook(
    ({ rows = bothRows, listKey = 'open' }: typeof initialProps) => ({
      notices: useToasts(),
      outbox: useOutbox(),
      desk: useDesk<Row>({
        kind: 'row',
        rows,
        listKey,
        idOf,
        nameOf: ({ id }) => `row ${id}`,
        can: ({ decided }) => !decided,
        decide,
        refresh: async () => undefined,
        successNotice: ({ id }) => ({ title: `Done ${id}` }),
        failureTitle: 'Failed',
        ...(askFirst && { askFirst }),
      }),
    }),
    { initialProps },
  );
  return {
    desk: () => result.current.desk,
    notices: () => result.current.notices,
    outbox: () => result.current.outbox,
    rerender,
  };
}

/** The list must be the same object at every render, as a query's is. */
const bothRows = [first, second];

function refusal(domainCode: string, message: string, details: object = {}): Error {
  return new TRPCClientError(message, {
    result: { error: { message, code: -32_000, data: { domainCode, details } } },
  });
}
