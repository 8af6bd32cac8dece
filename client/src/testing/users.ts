import type { StoredUser } from '../lib/session.ts';

/** A signed-in customer; overrides show what matters to a test. */
export function aUser(overrides: Partial<StoredUser> = {}): StoredUser {
  return {
    id: 1,
    userName: 'rahim',
    name: 'Rahim Uddin',
    email: 'rahim@example.com',
    phone: '01700000000',
    image: null,
    language: null,
    role: 'user',
    createdAt: '2026-01-31T10:00:00.000Z',
    ...overrides,
  };
}
