import { format } from 'node:util';
import { afterAll, afterEach, expect } from 'vitest';

/** What React, the browser's stand-in or the app itself printed as an error since it was last looked at. */
const printed: string[] = [];

Object.assign(console, { error: (...words: unknown[]) => printed.push(format(...words)) });

const expectNone = () => expect(printed.splice(0), 'printed as an error').toEqual([]);

// A test that expects an error spies on `console.error` itself. What comes after the last test belongs to the file.
afterEach(expectNone);
afterAll(expectNone);
