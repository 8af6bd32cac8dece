import { inject } from 'vitest';

/** A panel that tests share, and its first admin. */
export interface SharedPanel {
  url: string;
  dataDir: string;
  admin: { userName: string; password: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    panels: SharedPanel[];
    /** The stopped one that they are copies of. */
    template: Pick<SharedPanel, 'dataDir' | 'admin'>;
  }
}

/** The panel of this worker: parallel tests never share one. */
export function sharedPanel(): SharedPanel {
  const panels = inject('panels');
  const worker = Number(process.env.VITEST_POOL_ID);
  const panel = panels[worker - 1];
  if (!panel) throw new Error(`There are ${panels.length} panels and none for worker ${worker}`);
  return panel;
}
