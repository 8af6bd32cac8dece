import { format } from 'node:util';
import { afterAll, afterEach, expect } from 'vitest';

/** Errors printed by React, jsdom or the app since the last check. */
const printed: string[] = [];

Object.assign(console, { error: (...words: unknown[]) => printed.push(format(...words)) });

const expectNone = () => expect(printed.splice(0), 'printed as an error').toEqual([]);

// A test that expects an error spies on `console.error` itself. Errors after the last test count for the file.
afterEach(expectNone);
afterAll(expectNone);
