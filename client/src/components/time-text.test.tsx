import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usePublicSettings } from '../lib/public-settings.ts';
import { setTimeZone } from '../lib/time-zone.ts';
import { queryClient } from '../lib/trpc.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { startSignedIn } from '../testing/signed-in-browser.ts';
import { TimeText } from './time-text.tsx';

let timeZone: string;
beforeEach(() => {
  timeZone = 'America/New_York';
  startSignedIn(() => ({ timeZone }));
});
afterEach(() => {
  cleanup();
  setTimeZone('Asia/Dhaka');
});

/** The frame of every page requests the shop's settings. */
function Screen() {
  usePublicSettings();
  return <TimeText at="2026-03-01T18:00:00Z" />;
}

test("a displayed date follows the shop's time zone, also when it changes", async () => {
  renderScreen(<Screen />);
  expect(await screen.findByText('March 1st 2026, 1:00:00 pm')).toBeDefined();
  timeZone = 'Asia/Kathmandu';
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText('March 1st 2026, 11:45:00 pm')).toBeDefined();
});
