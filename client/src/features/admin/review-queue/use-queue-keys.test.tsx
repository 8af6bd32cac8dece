import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { confirm, useToasts } from '../../../lib/toasts/toasts.ts';
import { stubBrowser } from '../../../testing/browser-stubs.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import ReasonDialog from './reason-dialog.tsx';
import { useQueueKeys } from './use-queue-keys.ts';

/** What the page's keys did, in their order. */
const done: string[] = [];

afterEach(() => {
  cleanup();
  done.length = 0;
});

const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...init });

test('each press acts on what the ones before it left, however fast they come', () => {
  renderScreen(<Page />);
  act(() => {
    for (const key of 'jjaja') document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  expect(done).toEqual(['j', 'j', 'a', 'j', 'a']);
});

test('a key that is held down goes on where that harms nobody', () => {
  renderScreen(<Page />);
  press('j', { repeat: true });
  press('a', { repeat: true });
  expect(done).toEqual(['j']);
});

test('what is typed before the dialog is there is its reason, and decides nothing', async () => {
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

test('what is pressed when the dialog is there, but has neither the focus nor what was typed before, comes in its turn', async () => {
  const send = askToReject();
  press('1');
  letTheDialogCome();
  const reason = screen.getByRole<HTMLTextAreaElement>('textbox');
  press('2');
  fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true });
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ reason: '12' }));
});

test('no frame has to pass between what is typed before the dialog is there and what sends it', async () => {
  const send = askToReject();
  press('1');
  letTheDialogCome();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true });
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ reason: '1' }));
});

test('what is pressed after a question was asked is done once it is answered', async () => {
  stubBrowser();
  renderScreen(<Page />);
  act(() => void confirm({ title: 'Approve all the same?', confirmLabel: 'Approve' }));
  press('j');
  press('a');
  const button = await screen.findByRole('button', { name: 'Approve' });
  expect(done).toEqual([]);
  fireEvent.click(button);
  await vi.waitFor(() => expect(done).toEqual(['j', 'a']));
});

/** Presses the key whose dialog has not come yet. @returns what the dialog calls when it is sent */
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
        <ReasonDialog title="Reject?" text="It goes back." send={send} close={() => ask(false)} />
      )}
    </>
  );
}
