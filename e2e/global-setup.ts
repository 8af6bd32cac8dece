import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { newDataDir, startPanel } from './panel-process.ts';

/** The panel as a new user starts it, on a free port and an empty data folder; journeys are told where it is. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { dataDir, remove } = newDataDir();
  const admin = { userName: 'admin', password: randomBytes(12).toString('base64url') };
  const panel = await startPanel({
    DATA_DIR: dataDir,
    ADMIN_USERNAME: admin.userName,
    ADMIN_PASSWORD: admin.password,
  });
  project.provide('panel', { url: panel.url, dataDir, admin });
  return async () => {
    await panel.stop();
    remove();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    panel: { url: string; dataDir: string; admin: { userName: string; password: string } };
  }
}
