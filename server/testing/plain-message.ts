import { expect } from 'vitest';

/** The beginnings and words of zod's own messages. */
const FOR_PROGRAMMERS = /^(Invalid (input|option|string|number|UUID)|Too (big|small)|Unrecognized)|\bexpected\b/;

/** Fails if a message is empty, or is one of zod's own messages for programmers. */
export function expectPlain(message: unknown, of?: string): void {
  expect(message, of).toEqual(expect.stringMatching(/\S/));
  expect(message, of).not.toMatch(FOR_PROGRAMMERS);
}
