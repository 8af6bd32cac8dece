import { vi } from 'vitest';

/** For what is to happen within moments; a slow and busy machine takes its time with it, and a second is vitest's own limit. */
const PATIENCE_MS = 30_000;

const { waitFor, waitUntil } = vi;
const patient = (options: number | object | undefined) =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };

vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
