import type { CreateKeyInput } from '#shared/keys.ts';
import { createKey } from '../features/keys/create-key.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

/** A key's id and secret; the secret is the caller's token. */
export interface TestKey {
  id: number;
  accessToken: string;
}

/** An API key of a user; by default it may read. */
export async function makeKey(
  { deps }: Pick<TestApp, 'deps'>,
  { actor }: Pick<TestUser, 'actor'>,
  overrides: Partial<CreateKeyInput> = {},
): Promise<TestKey> {
  const client = { address: '127.0.0.1', userAgent: null };
  const input: CreateKeyInput = { name: 'Script', scopes: ['read'], ...overrides };
  const { key, secret } = await createKey(deps, { actor: { ...actor, isReauthenticated: true }, client }, input);
  return { id: key.id, accessToken: secret };
}
