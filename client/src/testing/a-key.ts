import type { Outputs } from '../lib/trpc.ts';

type Key = Outputs['keys']['list']['keys'][number];

/** A customer's API key as the server lists it. */
export function aKey(overrides: Partial<Key> = {}): Key {
  return {
    id: 7,
    name: 'My website',
    scopes: ['read', 'order'],
    addresses: [],
    createdAt: '2026-01-31T10:00:00.000Z',
    expiresAt: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    previousSecretEndsAt: null,
    ...overrides,
  };
}
