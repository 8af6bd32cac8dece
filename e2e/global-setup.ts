import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { makeTemplate, startCopy } from './panel-copy.ts';

/** Files that use a browser at the same time: each keeps more than a core busy. */
const PANELS = 2;

/** Creates a new shop, and starts copies of it on free ports; tests get their URLs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await makeTemplate({ userName: 'admin', password: randomBytes(12).toString('base64url') });
  // Receivers of webhooks are on this machine.
  const start = () => startCopy(template, { OUTBOUND_ALLOW_LOOPBACK: 'true' });
  const started = await Promise.allSettled(Array.from({ length: PANELS }, start));
  const panels = started.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const end = async () => {
    await Promise.all(panels.map((panel) => panel.stop()));
    template.remove();
  };
  const failed = started.find((each) => each.status === 'rejected');
  if (failed) {
    await end();
    throw failed.reason;
  }
  project.provide(
    'panels',
    panels.map(({ url, dataDir, admin }) => ({ url, dataDir, admin })),
  );
  project.provide('template', { dataDir: template.dataDir, admin: template.admin });
  return end;
}
