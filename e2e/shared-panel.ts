import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { isRunning } from '#db/embedded/processes.ts';

/** A panel that tests share, and its first admin. */
export interface SharedPanel {
  url: string;
  dataDir: string;
  admin: { userName: string; password: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** As many as files may use a browser at the same time. */
    panels: SharedPanel[];
    /** The stopped one that they are copies of. */
    template: Pick<SharedPanel, 'dataDir' | 'admin'>;
  }
}

const LOOK_EVERY_MS = 50;
let taken: SharedPanel | undefined;

/** The panel of this file: files that run at the same time never share one. */
export function sharedPanel(): SharedPanel {
  if (!taken) throw new Error('No panel was taken for this file');
  return taken;
}

/**
 * Waits until a panel is free, and takes it for this file. So at most as many browsers run as there are panels; other workers run
 * the client's files beside them.
 * @returns a function that gives it back
 */
export async function takePanel(): Promise<() => void> {
  for (;;) {
    for (const panel of inject('panels')) {
      const mark = join(panel.dataDir, 'taken-by');
      if (!mayTake(mark)) continue;
      taken = panel;
      return () => rmSync(mark, { force: true });
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Of several that try, one succeeds. A mark of a process that has ended does not count. */
function mayTake(mark: string): boolean {
  try {
    writeFileSync(mark, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = ownerOf(mark);
    if (owner !== undefined && !isRunning(owner)) rmSync(mark, { force: true });
    return false;
  }
}

/** @returns undefined if it was just given back, or is just being written */
function ownerOf(mark: string): number | undefined {
  try {
    return Number(readFileSync(mark, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}
