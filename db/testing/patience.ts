import { vi } from 'vitest';

/** Vitest's default is one second, which is too short for a busy machine. */
const PATIENCE_MS = 30_000;

const { waitFor, waitUntil } = vi;
const patient = (options: number | object | undefined) =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };

vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
