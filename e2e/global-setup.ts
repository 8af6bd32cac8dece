import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { newDataDir, startPanel } from './panel-process.ts';
import type { SharedPanel } from './shared-panel.ts';

/** For each worker a panel as a new user starts it, on a free port and an empty data folder; journeys are told where it is. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const panels: SharedPanel[] = [];
  const ends: (() => Promise<void>)[] = [];
  const end = async () => {
    await Promise.all(ends.map((each) => each()));
  };
  try {
    // One after the other: the first builds the client.
    while (panels.length < project.config.maxWorkers) {
      const started = await startShared();
      panels.push(started.panel);
      ends.push(started.end);
    }
  } catch (error) {
    await end();
    throw error;
  }
  project.provide('panels', panels);
  return end;
}

async function startShared(): Promise<{ panel: SharedPanel; end: () => Promise<void> }> {
  const { dataDir, remove } = newDataDir();
  const admin = { userName: 'admin', password: randomBytes(12).toString('base64url') };
  const { url, stop } = await startPanel({
    DATA_DIR: dataDir,
    ADMIN_USERNAME: admin.userName,
    ADMIN_PASSWORD: admin.password,
  });
  const end = async () => {
    await stop();
    remove();
  };
  return { panel: { url, dataDir, admin }, end };
}
