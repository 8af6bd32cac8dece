import { expect } from 'vitest';

/** How zod begins or words what it says by itself. */
const FOR_PROGRAMMERS = /^(Invalid (input|option|string|number|UUID)|Too (big|small)|Unrecognized)|\bexpected\b/;

/** Fails where people would be told nothing, or what zod tells programmers of an input. */
export function expectPlain(message: unknown, of?: string): void {
  expect(message, of).toEqual(expect.stringMatching(/\S/));
  expect(message, of).not.toMatch(FOR_PROGRAMMERS);
}
