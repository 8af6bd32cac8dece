import type { Scene } from './role-scene.ts';

/** A job that completes an order of the scene's customer. */
export async function startJob(scene: Scene) {
  const row = { id: await scene.orderId(), expectedStatus: 'pending' };
  return { body: { kind: 'orders', decision: 'complete', rows: [row] } };
}

/** The file of a job's rows. */
export async function exportJob(scene: Scene) {
  return { query: { input: JSON.stringify({ id: await scene.jobId() }) } };
}
