import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyButton } from '../components/copy-button.tsx';
import { renderScreen } from '../testing/render-screen.tsx';

afterEach(() => vi.restoreAllMocks());

/** `execCommand` of a browser: it fires the event whose data is copied, or refuses. */
function stubExecCommand(copies: boolean): string[] {
  const copied: string[] = [];
  const setData = (_type: string, text: string) => void copied.push(text);
  const execCommand = () => {
    if (copies) document.dispatchEvent(Object.assign(new Event('copy'), { clipboardData: { setData } }));
    return copies;
  };
  Object.assign(document, { execCommand });
  return copied;
}

async function press(): Promise<void> {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
  renderScreen(<CopyButton value="01700000000" label="number" withText />);
  await user.click(screen.getByRole('button', { name: 'Copy number' }));
}

test('a browser inside of an app that refuses its clipboard copies in the event', async () => {
  const copied = stubExecCommand(true);
  await press();
  await screen.findByText('Copied');
  expect(copied).toEqual(['01700000000']);
});

test('one that copies nothing shows the text', async () => {
  stubExecCommand(false);
  await press();
  expect((await screen.findByRole('alertdialog')).textContent).toContain('01700000000');
});
