import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { confirm, useToasts } from '../../../lib/toasts/toasts.ts';
import { stubBrowser } from '../../../testing/browser-stubs.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import ReasonDialog from './reason-dialog.tsx';
import { useQueueKeys } from './use-queue-keys.ts';

/** What the page's shortcuts did, in order. */
const done: string[] = [];

afterEach(() => {
  cleanup();
  done.length = 0;
});

const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...init });

test('each key acts on the result of the keys before it, however fast', () => {
  renderScreen(<Page />);
  act(() => {
    for (const key of 'jjaja') document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  expect(done).toEqual(['j', 'j', 'a', 'j', 'a']);
});

test('a held key repeats only where that is harmless', () => {
  renderScreen(<Page />);
  press('j', { repeat: true });
  press('a', { repeat: true });
  expect(done).toEqual(['j']);
});

test('keys typed before the dialog has rendered become its reason, and decide nothing', async () => {
  const send = askToReject();
  for (const key of 'a joke') press(key);
  expect(done).toEqual(['r']);
  letTheDialogCome();
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox');
  await vi.waitFor(() => expect(reason.value).toBe('a joke'));
  expect(done).toEqual(['r']);
  fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true });
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ reason: 'a joke' }));
});

test('keys pressed when the dialog has rendered without focus and earlier text come in order', async () => {
  const send = askToReject();
  press('1');
  letTheDialogCome();
  const reason = screen.getByRole<HTMLTextAreaElement>('textbox');
  press('2');
  fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true });
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ reason: '12' }));
});

test('the submit key works in the same frame as text typed before the dialog has rendered', async () => {
  const send = askToReject();
  press('1');
  letTheDialogCome();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true });
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ reason: '1' }));
});

test('keys pressed after a confirmation has opened act after it is answered', async () => {
  stubBrowser();
  renderScreen(<Page />);
  act(() => void confirm(() => ({ title: 'Approve all the same?', confirmLabel: 'Approve' })));
  press('j');
  press('a');
  const button = await screen.findByRole('button', { name: 'Approve' });
  expect(done).toEqual([]);
  fireEvent.click(button);
  await vi.waitFor(() => expect(done).toEqual(['j', 'a']));
});

/** Presses a key whose dialog has not rendered yet. @returns the dialog's submit callback */
function askToReject() {
  stubBrowser();
  const send = vi.fn<(terms?: { reason?: string | undefined }) => void>(() => undefined);
  renderScreen(<Page send={send} />);
  press('r');
  return send;
}

function letTheDialogCome(): void {
  fireEvent.click(screen.getByRole('button', { name: 'The code has come' }));
}

interface PageProps {
  send?: (terms?: { reason?: string | undefined }) => void;
}

function Page({ send = () => undefined }: PageProps) {
  const [isAsking, ask] = useState(false);
  const [hasCome, come] = useState(false);
  const { questions } = useToasts();
  const keys = ['j', 'a', 'r'].map((key) => ({
    key,
    does: key,
    repeats: key === 'j',
    act: () => {
      done.push(key);
      if (key === 'r') ask(true);
    },
  }));
  useQueueKeys(keys, isAsking);
  return (
    <>
      <output>{questions.length}</output>
      {isAsking && !hasCome && (
        <button type="button" onClick={() => come(true)}>
          The code has come
        </button>
      )}
      {isAsking && hasCome && (
        <ReasonDialog
          texts={() => ({ title: 'Reject?', text: 'It goes back.', submitLabel: 'Reject', pendingLabel: 'Rejecting' })}
          about={{ userId: 1, orderId: 1, rechargeId: null }}
          send={send}
          close={() => ask(false)}
        />
      )}
    </>
  );
}
