import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../lib/trpc.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { stubServer } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { AddressBanner } from './address-banner.tsx';

const asked: string[] = [];

beforeEach(() => {
  stubBrowser(() => true);
  queryClient.clear();
  asked.length = 0;
});

function show(publicUrl?: string): void {
  stubServer((name) => {
    asked.push(name);
    return { chatUrl: null, videoUrls: [], passwordMinLength: 6, ...(publicUrl && { publicUrl }) };
  });
  renderScreen(<AddressBanner />, '/service?category=tiktok');
}

test("under another address it shows the panel's own address, with a link to the same page", async () => {
  show('https://panel.example.com');
  expect((await screen.findByRole('alert')).textContent).toContain('This panel is at https://panel.example.com.');
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://panel.example.com/service?category=tiktok');
});

test.each([
  ['under its own address', window.location.origin],
  ['where the server does not say', undefined],
])('%s: no banner', async (_where, publicUrl) => {
  show(publicUrl);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toEqual(['settings.public']);
  expect(screen.queryByRole('alert')).toBeNull();
});
