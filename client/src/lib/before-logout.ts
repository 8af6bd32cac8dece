import { atMost } from './at-most.ts';

const PATIENCE_MS = 5000;
const tasks = new Set<() => Promise<void>>();

/** Registers work that needs the session and runs before a logout ends it. */
export function beforeLogout(task: () => Promise<void>): void {
  tasks.add(task);
}

/** Whether such work may be pending. */
export function hasLogoutTasks(): boolean {
  return tasks.size > 0;
}

/** Runs the pending work, for at most 5000 ms. */
export async function runLogoutTasks(): Promise<void> {
  await atMost(PATIENCE_MS, Promise.allSettled([...tasks].map((task) => task())));
}
