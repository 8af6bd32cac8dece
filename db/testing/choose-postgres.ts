import { startTemporaryPostgres } from './temporary-postgres.ts';

export interface TestPostgres {
  /** The server's role may create and drop databases. */
  adminUrl: string;
  /** A phrase for messages. */
  description: string;
  stop(): Promise<void>;
}

const IMAGE = 'postgres:18-alpine';
const RUNTIME_ANSWER_TIMEOUT_MS = 2_000;
const CONTAINER_FLAGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/** The server of `TEST_DATABASE_URL`, else a container if a runtime responds, else the embedded one. */
export async function choosePostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    return { adminUrl: given, description: 'the server of TEST_DATABASE_URL', stop: async () => undefined };
  }
  const container = await tryContainer();
  if ('adminUrl' in container) return container;
  const embedded = await startTemporaryPostgres();
  return { ...embedded, description: `embedded PostgreSQL (${container.reason})` };
}

async function tryContainer(): Promise<TestPostgres | { reason: string }> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  try {
    await within(RUNTIME_ANSWER_TIMEOUT_MS, getContainerRuntimeClient());
  } catch {
    return { reason: 'no container runtime answers' };
  }
  try {
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
    const container = await new PostgreSqlContainer(IMAGE)
      .withCommand(['postgres', ...CONTAINER_FLAGS.flatMap((flag) => ['-c', flag])])
      .start();
    return {
      adminUrl: container.getConnectionUri(),
      description: `a container of ${IMAGE}`,
      stop: async () => {
        await container.stop();
      },
    };
  } catch (error) {
    return { reason: `no container of ${IMAGE}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The command line of a container runtime without its engine may hang. */
async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}
