import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { startPanel } from '#server/testing/panel.ts';
import type { SharedPanel } from './shared-panel.ts';

/** Starts one panel per worker, like a new user, on a free port with an empty data folder; tests get its URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const panels: SharedPanel[] = [];
  const stops: (() => Promise<unknown>)[] = [];
  const end = async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
  try {
    // One after the other: the first start builds the client.
    while (panels.length < project.config.maxWorkers) {
      const started = await startShared();
      panels.push(started.panel);
      stops.push(started.stop);
    }
  } catch (error) {
    await end();
    throw error;
  }
  project.provide('panels', panels);
  return end;
}

async function startShared(): Promise<{ panel: SharedPanel; stop: () => Promise<unknown> }> {
  const admin = { userName: 'admin', password: randomBytes(12).toString('base64url') };
  const { url, dataDir, stop } = await startPanel({
    ADMIN_USERNAME: admin.userName,
    ADMIN_PASSWORD: admin.password,
    // Receivers of webhooks are on this machine.
    OUTBOUND_ALLOW_LOOPBACK: 'true',
  });
  return { panel: { url, dataDir, admin }, stop };
}
