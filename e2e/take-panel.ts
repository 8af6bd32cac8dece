import { afterAll } from 'vitest';
import { takePanel } from './shared-panel.ts';

/** Each file uses one browser, and one panel beside it. */
const giveBack = await takePanel();
afterAll(giveBack);
