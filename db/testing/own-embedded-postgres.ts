/**
 * A process that starts the embedded server and stops it on a signal; tests interrupt and kill it. Usage: node own-embedded-postgres.ts
 * <data directory> [leave]; with `leave` it exits at once without stopping anything.
 */

import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { EmbeddedPostgresError } from '../embedded/error.ts';

const [dataDir = '', mode] = process.argv.slice(2);

try {
  const server = await startEmbeddedPostgres({ dataDir });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
  }
  console.log(JSON.stringify({ url: server.url, pid: server.pid }));
  if (mode === 'leave') process.exit(0);
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  console.log(JSON.stringify({ refused: error.code, message: error.message }));
  process.exitCode = 1;
}
