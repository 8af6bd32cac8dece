import { format } from 'node:util';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';

/** What React, the browser's stand-in or the app itself printed as an error since it was last looked at. */
const printed: string[] = [];

Object.assign(console, { error: (...words: unknown[]) => printed.push(format(...words)) });

const expectNone = () => expect(printed.splice(0), 'printed as an error').toEqual([]);

// A file's own hooks run before. A test that expects an error spies on `console.error` itself.
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  expectNone();
});
// Errors after the last test belong to the file.
afterAll(expectNone);
