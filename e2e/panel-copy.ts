import { execFileSync } from 'node:child_process';
import { newDataDir } from '#db/testing/data-dir.ts';
import { type Panel, startPanel } from '#server/testing/panel.ts';
import type { SharedPanel } from './shared-panel.ts';

/** A new shop that is stopped, with its first admin. */
export type Template = Pick<SharedPanel, 'dataDir' | 'admin'>;

/** Creates a new shop, with its database and its client. */
export async function makeTemplate(admin: SharedPanel['admin']): Promise<Template & { remove: () => void }> {
  const { dataDir, remove } = newDataDir();
  const panel = await startPanel({
    ADMIN_USERNAME: admin.userName,
    ADMIN_PASSWORD: admin.password,
    DATA_DIR: dataDir,
  });
  await panel.stop();
  return { dataDir, admin, remove };
}

/** Starts a panel on a copy of a new shop, which takes less than half of a first start. Its `stop` removes the copy. */
export async function startCopy(template: Template, env: Record<string, string> = {}): Promise<Panel & SharedPanel> {
  const { dataDir, remove } = newDataDir();
  // Keeps the owner of PostgreSQL's files.
  execFileSync('cp', ['-a', `${template.dataDir}/.`, dataDir]);
  const panel = await startPanel({ ...env, DATA_DIR: dataDir });
  return {
    ...panel,
    admin: template.admin,
    async stop(name) {
      const code = await panel.stop(name);
      remove();
      return code;
    },
  };
}
