import { ReadableStream } from 'node:stream/web';
import { TextDecoder, TextEncoder } from 'node:util';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '#shared/live.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { aUser } from '../../testing/users.ts';
import { useBalance } from '../balance.ts';
import { session } from '../session.ts';
import { followWhileSeen } from './follow-while-seen.ts';
import { liveState, usePollMs } from './live-state.ts';

interface OpenStream {
  url: string;
  token: string | null;
  /** Sends an event with this name; without one it is data. */
  send: (data: unknown, event?: string) => void;
  isOpen: boolean;
}

const streams: OpenStream[] = [];
let balanceNanos: number;
let stop: () => void;

beforeEach(() => {
  streams.length = 0;
  balanceNanos = 1_000_000_000;
  // Browsers have these, jsdom does not.
  for (const [name, value] of Object.entries({ ReadableStream, TextDecoder })) vi.stubGlobal(name, value);
  startSignedIn((name) => (name === 'balance.get' ? { balanceNanos } : signedIn('fresh')));
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) =>
    String(address).includes('live.changes') ? openStream(String(address), init) : fetch(address, init),
  );
  setVisible(true);
  stop = followWhileSeen();
});
afterEach(() => {
  stop();
  cleanup();
  onlineManager.setOnline(true);
});

const signedIn = (accessToken: string) => ({ user: aUser(), tokens: { accessToken } });

function openStream(url: string, init: RequestInit | undefined): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stream: OpenStream = {
        url,
        token: new Headers(init?.headers).get('authorization'),
        send: (data, event) =>
          controller.enqueue(encoder.encode(`${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`)),
        isOpen: true,
      };
      init?.signal?.addEventListener('abort', () => {
        stream.isOpen = false;
      });
      streams.push(stream);
    },
  });
  const response = new Response(body as BodyInit, { headers: { 'content-type': 'text/event-stream' } });
  return Object.defineProperty(response, 'url', { value: new URL(url, 'http://localhost').href });
}

/** The newest of `count` streams, once it is connected. */
async function connected(count: number): Promise<OpenStream> {
  await vi.waitFor(() => expect(streams).toHaveLength(count), 15_000);
  const stream = streams.at(-1) as OpenStream;
  stream.send({}, 'connected');
  await vi.waitFor(() => expect(liveState.get()).toBe(true), 15_000);
  return stream;
}

const refusal = (domainCode: string) => ({
  message: 'Refused',
  code: -32_001,
  data: { code: 'UNAUTHORIZED', domainCode, fieldErrors: null, details: null },
});

function setVisible(isVisible: boolean): void {
  const state = isVisible ? 'visible' : 'hidden';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

function Balance() {
  return (
    <>
      <output data-testid="balance">{useBalance()}</output>
      <output data-testid="poll">{usePollMs()}</output>
    </>
  );
}

const shown = (id: string) => screen.getByTestId(id).textContent;

test('a change is displayed at once, and there is no polling while the stream is up', async () => {
  renderScreen(<Balance />);
  await vi.waitFor(() => expect(shown('balance')).toBe('1000000000'));
  expect(shown('poll')).toBe('5000');
  const stream = await connected(1);
  await vi.waitFor(() => expect(shown('poll')).toBe('60000'));
  balanceNanos = 2_000_000_000;
  stream.send({ kind: 'balance' } satisfies Change);
  await vi.waitFor(() => expect(shown('balance')).toBe('2000000000'));
});

test('the token is sent in a header, never in the URL', async () => {
  const stream = await connected(1);
  expect(stream.token).toBe('Bearer token');
  expect(stream.url).not.toContain('token');
});

test('changes before the stream is up are read when it is', async () => {
  renderScreen(<Balance />);
  await vi.waitFor(() => expect(shown('balance')).toBe('1000000000'));
  balanceNanos = 3_000_000_000;
  await connected(1);
  await vi.waitFor(() => expect(shown('balance')).toBe('3000000000'));
});

test('a hidden tab has no stream, nor one without a network', async () => {
  const first = await connected(1);
  setVisible(false);
  await vi.waitFor(() => expect(first.isOpen).toBe(false));
  expect(liveState.get()).toBe(false);
  setVisible(true);
  const second = await connected(2);
  onlineManager.setOnline(false);
  await vi.waitFor(() => expect(second.isOpen).toBe(false));
  expect(liveState.get()).toBe(false);
  onlineManager.setOnline(true);
  await connected(3);
});

test('an expired token is refreshed, and the stream continues with the new one', async () => {
  const stream = await connected(1);
  stream.send(refusal('unauthenticated'), 'serialized-error');
  const next = await connected(2);
  expect(next.token).toBe('Bearer fresh');
  expect(session.accessToken()).toBe('fresh');
});

test('an ended session ends here at once, too, and its stream does not reconnect', async () => {
  const stream = await connected(1);
  stream.send(refusal('session_ended'), 'serialized-error');
  await vi.waitFor(() => expect(session.get().user).toBeNull());
  expect(session.endedBy()).toBe('expiry');
  expect(liveState.get()).toBe(false);
});

test('when another user signs in, the stream is theirs', async () => {
  const first = await connected(1);
  session.start({ user: aUser({ id: 2 }), tokens: { accessToken: 'another' } });
  await vi.waitFor(() => expect(first.isOpen).toBe(false));
  expect((await connected(2)).token).toBe('Bearer another');
  session.end('logout');
  await vi.waitFor(() => expect(streams[1]?.isOpen).toBe(false));
});

test('a stream ended by the server reconnects', async () => {
  const stream = await connected(1);
  stream.send('', 'return');
  await vi.waitFor(() => expect(liveState.get()).toBe(false));
  await connected(2);
});
