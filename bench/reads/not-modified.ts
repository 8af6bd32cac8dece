import { Contender } from '../contender.ts';
import type { Outcome, Task } from '../task.ts';
import type { ReadsOptions } from './options.ts';

const CONNECTIONS = 64;
/** Until the connections are made. */
const WARM_UP_SECONDS = 0.3;
const LIST = '/trpc/services.list?input=%7B%22limit%22%3A48%7D';

type Asked = Pick<Task, 'url' | 'call' | 'status'>;

/** Requests per second of both in one round. */
interface Round {
  list: number;
  hello: number;
}

/**
 * The list of services for whoever has it already, beside a bare Fastify route: both under the same load, in turn, each round
 * beginning with the other one. The first round warms up and is not counted.
 */
export async function raceNotModified({
  panelUrl,
  rounds,
  seconds,
}: Pick<ReadsOptions, 'rounds' | 'seconds'> & { panelUrl: string }): Promise<Round[]> {
  const server = new Contender('./contenders/hello-server.ts', {});
  const load = new Contender('./load/http-load.ts', {});
  try {
    const headers = { 'if-none-match': await etagOf(panelUrl + LIST) };
    const list: Asked = { url: panelUrl, call: { kind: 'get', path: LIST, headers }, status: 304 };
    const hello: Asked = { url: await server.address(), call: { kind: 'get', path: '/' } };
    const rate = async (asked: Asked, forSeconds: number) => {
      const task: Task = {
        ...asked,
        connections: CONNECTIONS,
        seconds: forSeconds,
        warmUpSeconds: WARM_UP_SECONDS,
        awake: true,
      };
      const { answered, elapsedSeconds, refused, refusal } = await load.run<Outcome>(task);
      if (refused > 0) throw new Error(`${refused} were answered otherwise: ${refusal}`);
      return answered / elapsedSeconds;
    };
    const results: Round[] = [];
    for (let round = 0; round <= rounds; round++) {
      const both: Partial<Round> = {};
      if (round % 2 === 0) both.list = await rate(list, seconds);
      both.hello = await rate(hello, seconds);
      both.list ??= await rate(list, seconds);
      if (round > 0) results.push(both as Round);
    }
    return results;
  } finally {
    await Promise.all([server.stop(), load.stop()]);
  }
}

async function etagOf(url: string): Promise<string> {
  const response = await fetch(url);
  await response.arrayBuffer();
  const etag = response.headers.get('etag');
  if (!etag) throw new Error(`${url} was answered ${response.status} without an ETag`);
  return etag;
}
