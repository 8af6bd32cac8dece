import { format } from 'node:util';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';

/** Errors printed by React, jsdom or the app since the last check. */
const printed: string[] = [];

Object.assign(console, { error: (...words: unknown[]) => printed.push(format(...words)) });

const expectNone = () => expect(printed.splice(0), 'printed as an error').toEqual([]);

// A file's own hooks run before. A test that expects an error spies on `console.error` itself.
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  expectNone();
});
// Errors after the last test count for the file.
afterAll(expectNone);
