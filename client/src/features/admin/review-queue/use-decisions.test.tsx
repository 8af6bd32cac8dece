import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { confirm, takeToast, useToasts } from '../../../lib/toasts/toasts.ts';
import { stubBrowser } from '../../../testing/browser-stubs.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { type Action, type Actions, approval, type DialogAnswer, rejection, type Terms } from './declaration.ts';
import { usePendingDecisions } from './pending-decisions.ts';
import { useDecisions } from './use-decisions.tsx';

interface Row {
  id: number;
  decided?: boolean;
}
type Decide = (row: Row, action: Action<Row>, terms?: Terms) => Promise<unknown>;

const first: Row = { id: 9 };
const second: Row = { id: 8 };

/** The actions of the queue; with `doubted`, one requires a confirmation. */
function actionsOf(doubted?: Action<Row>['confirmFirst']): Actions<Row> {
  const shared = {
    canRun: ({ decided }: Row) => !decided,
    consequence: () => 'It goes back.',
    toast: ({ id }: Row) => ({ title: `Done ${id}` }),
  };
  return {
    approve: { ...approval, ...shared, decision: 'approve', ...(doubted && { confirmFirst: doubted }) },
    reject: { ...rejection, ...shared, decision: 'reject' },
  };
}
const { approve, reject } = actionsOf();

// Held decisions have their own test.
beforeEach(() => {
  stubBrowser();
  localStorage.setItem('decisionWait', 'off');
});
afterEach(() => {
  cleanup();
  const { result } = renderHook(() => useToasts());
  act(() => {
    for (const { id } of result.current.toasts) takeToast(id);
    for (const { answer } of result.current.questions) answer(true);
  });
  cleanup();
});

test('a row that waits for the server is not decided twice, and the next row is active before the response', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const decide = vi.fn<Decide>(() => promise);
  const opened = openQueue(decide);
  act(() => opened.queue().active.move(1));
  act(() => {
    opened.approve(first);
    opened.approve(first);
  });
  expect(decide).toHaveBeenCalledOnce();
  expect(opened.progress()).toEqual({ phase: 'sending', doing: expect.any(Function) });
  expect(opened.queue().activeRow()).toBe(second);
  expect(opened.queue().can(first, approve)).toBe(false);
  await act(async () => resolve());
  expect(opened.progress()).toBeUndefined();
});

test('the toast names the decision, an error gives the reason', async () => {
  const { approve: approveRow, notices } = openQueue();
  await act(async () => approveRow(first));
  expect(notices().toasts.map(({ title }) => title)).toEqual(['Done 9']);
  cleanup();

  const refused = openQueue(() => Promise.reject(refusal('order_final', 'Already done.')));
  await act(async () => refused.approve(second));
  expect(refused.asked()).toMatchObject([{ title: 'Failed', text: 'Already done.' }]);
});

test.each([
  ['the line is broken', new TRPCClientError('fetch failed')],
  ['the server is busy', refusal('busy', 'The server is busy.')],
])(
  'a decision without a response since %s is not reported as failed, because it may have succeeded',
  async (_why, error) => {
    const opened = openQueue(() => Promise.reject(error));
    await act(async () => opened.approve(first));
    const text = expect.stringMatching(/ It may have been done all the same\. Trying again does it once only\.$/);
    expect(opened.asked()).toMatchObject([{ title: 'No answer came', text }]);
    expect(opened.refusal()).toMatchObject({ text, again: expect.any(Function) });
  },
);

test.each([
  ['another admin', { decidedBy: 'boss' }, 'boss'],
  ['the supplier', { decider: 'supplier' as const }, 'the supplier'],
])('a decision made first by %s is reported with the status, in a toast and on the row', async (_, by, name) => {
  const details = { status: 'rejected', ...by };
  const opened = openQueue(() => Promise.reject(refusal('already_decided', 'Decided.', details)));
  await act(async () => opened.approve(first));
  const text = `already rejected by ${name}. Nothing has moved.`;
  expect(opened.notices().toasts).toMatchObject([{ tone: 'error', title: 'Failed', text: `Row 9: ${text}` }]);
  expect(opened.refusal()).toMatchObject({ text, again: undefined });
});

test('a row that needs a confirmation is approved only after it', async () => {
  const decide = vi.fn<Decide>(async () => undefined);
  const doubt = { title: 'Approve all the same?', text: 'Sent twice.', confirmLabel: 'Approve' };
  const opened = openQueue(decide, ({ id }) => (id === 9 ? confirm(() => doubt) : undefined));
  await act(async () => opened.approve(second));
  expect(decide).toHaveBeenCalledTimes(1);

  const answer = async (confirmed: boolean) => {
    await act(async () => opened.approve(first));
    const [question] = opened.notices().questions;
    expect(question?.texts()).toMatchObject({ text: 'Sent twice.', confirmLabel: 'Approve', cancelLabel: 'Cancel' });
    await act(async () => question?.answer(confirmed));
  };
  await answer(false);
  expect(decide).toHaveBeenCalledTimes(1);
  await answer(true);
  expect(decide.mock.lastCall?.[0]).toBe(first);
});

test('the reason is kept while the server is unavailable and can be sent again, until a refusal is final', async () => {
  let error: Error = new TRPCClientError('fetch failed');
  const decide = vi.fn<Decide>(() => Promise.reject(error));
  const { queue, refusal: noteOf } = openQueue(decide);
  act(() => queue().run(first, reject));
  const { send } = (queue().dialog as ReactElement<DialogAnswer>).props;
  await act(async () => send({ reason: 'Private account' }));
  expect(queue().dialog).toBeUndefined();
  const again = () => noteOf()?.again;

  error = refusal('order_final', 'Already done.');
  await act(async () => again()?.());
  expect(decide.mock.calls.map(([row, , terms]) => [row, terms])).toEqual([
    [first, { reason: 'Private account' }],
    [first, { reason: 'Private account' }],
  ]);
  expect(again()).toBeUndefined();
});

test('no row is active or selected in another list', () => {
  const { queue, rerender } = openQueue();
  act(() => {
    queue().active.move(1);
    queue().selection.onChange({ 9: true });
  });
  expect([queue().activeRow(), queue().selection.rows]).toEqual([first, [first]]);
  rerender({ listKey: 'rejected' });
  expect([queue().activeRow(), queue().selection.rows]).toEqual([undefined, []]);
});

test('the second click of a double click does not decide the row that moved under the pointer', () => {
  vi.useFakeTimers();
  const decide = vi.fn<Decide>(async () => undefined);
  const { queue, rerender } = openQueue(decide);
  rerender({ rows: [second] });
  renderScreen(<DecideButtons queue={queue().handle} actions={actionsOf()} row={second} inDetails={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Approve row 8' }), { detail: 2 });
  expect(decide).not.toHaveBeenCalled();

  act(() => {
    vi.advanceTimersByTime(500);
  });
  vi.useRealTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Approve row 8' }), { detail: 1 });
  expect(decide).toHaveBeenCalledOnce();
});

const noJobs = new Map<number, number>();

function openQueue(decide: Decide = async () => undefined, doubted?: Action<Row>['confirmFirst']) {
  const initialProps: { rows?: Row[]; listKey?: string } = {};
  const { result, rerender } = renderHook(
    ({ rows = bothRows, listKey = 'open' }: typeof initialProps) => ({
      notices: useToasts(),
      pending: usePendingDecisions(),
      queue: useDecisions<Row>({
        kind: 'row',
        rows,
        listKey,
        actions: actionsOf(doubted),
        inJobs: noJobs,
        words,
        decide,
        refresh: async () => undefined,
        openDetails: () => undefined,
      }),
    }),
    { initialProps },
  );
  const queue = () => result.current.queue;
  const progress = () => result.current.pending.get('row:9');
  return {
    queue,
    approve: (row: Row) => queue().run(row, actionsOf(doubted).approve),
    notices: () => result.current.notices,
    asked: () => result.current.notices.questions.map(({ texts }) => texts()),
    progress,
    refusal() {
      const known = progress();
      return known?.phase === 'refused' ? { ...known, text: known.text() } : undefined;
    },
    rerender,
  };
}

const nameOf = (id: number) => `row ${id}`;
const words = () => ({ rowName: nameOf, open: nameOf, nameOf: ({ id }: Row) => nameOf(id), about, failure: 'Failed' });
const about = ({ id }: Row) => ({ userId: 1, orderId: id, rechargeId: null });

/** The list must be the same object at every render, like that of a query. */
const bothRows = [first, second];

function refusal(domainCode: string, message: string, details: object = {}): Error {
  return new TRPCClientError(message, {
    result: { error: { message, code: -32_000, data: { domainCode, details } } },
  });
}
