import { afterAll, inject } from 'vitest';
import type { Panel } from '#server/testing/panel.ts';
import { startCopy } from './panel-copy.ts';
import type { SharedPanel } from './shared-panel.ts';

/**
 * A new shop for the tests of a file that change it for everybody.
 * @param env variables of `.env.example`
 */
export async function ownPanel(env?: Record<string, string>): Promise<Panel & SharedPanel> {
  const panel = await startCopy(inject('template'), env);
  afterAll(() => panel.stop());
  return panel;
}
