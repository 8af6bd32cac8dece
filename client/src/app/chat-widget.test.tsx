import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { switchTo } from '../i18n/switch-language.ts';
import { session } from '../lib/session.ts';
import { queryClient } from '../lib/trpc.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { stubServer } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { startSignedIn } from '../testing/signed-in-browser.ts';
import ChatWidget from './chat-widget.tsx';

const CHAT = 'https://t.me/shop';
const EMAIL = 'help+me@shop.example';
const MAIL = 'mailto:help%2Bme@shop.example';
const TICKET = '/dashboard/tickets/new';
const LOGIN = `/register?mode=login&next=${encodeURIComponent(TICKET)}`;

afterEach(async () => {
  session.end('logout');
  await act(() => switchTo('en'));
});

test.each([
  ['visitor', CHAT, EMAIL, 'Chat with us', CHAT],
  ['user', CHAT, null, 'Chat with us', CHAT],
  ['admin', CHAT, null, 'Chat with us', CHAT],
  ['visitor', null, EMAIL, 'Write to us', MAIL],
  ['visitor', null, null, 'Get help', LOGIN],
  ['user', null, EMAIL, 'Get help', TICKET],
  ['user', null, null, 'Get help', TICKET],
  ['admin', null, null, 'Answer tickets', '/dashboard/manageTickets'],
] as const)(
  'for a %s with the chat at %s and the address %s it is "%s" and leads to %s',
  async (who, chatUrl, supportEmail, name, href) => {
    const serve = () => ({ chatUrl, supportEmail, videoUrls: [] });
    if (who === 'visitor') {
      queryClient.clear();
      stubBrowser();
      stubServer(serve);
    } else startSignedIn(serve, { role: who });
    renderScreen(<ChatWidget />, '/');
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(href);
    expect(link.getAttribute('target')).toBe(chatUrl ? '_blank' : null);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    await act(() => switchTo('bn'));
    expect(link.getAttribute('aria-label')).toMatch(/\p{Script=Bengali}/u);
  },
);
