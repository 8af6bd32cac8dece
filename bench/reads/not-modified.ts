import { Contender } from '../contender.ts';
import type { Outcome, Task } from '../task.ts';
import type { ReadsOptions } from './options.ts';

const CONNECTIONS = 64;
/** Until the connections are made. */
const WARM_UP_SECONDS = 0.2;
/** Into so many each round is cut, in which both take turns: what else the hardware does changes from second to second. */
const SLICES = 6;
const LIST = '/trpc/services.list?input=%7B%22limit%22%3A48%7D';

type Asked = Pick<Task, 'url' | 'call' | 'status'>;

/** Requests per second of both in one round. */
interface Round {
  list: number;
  hello: number;
}

/**
 * The list of services for whoever has it already, beside a bare Fastify route: both under the same load, in turn, each slice
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
    const asked: Record<keyof Round, Asked> = {
      list: { url: panelUrl, call: { kind: 'get', path: LIST, headers }, status: 304 },
      hello: { url: await server.address(), call: { kind: 'get', path: '/' } },
    };
    const rate = async (one: Asked) => {
      const task: Task = {
        ...one,
        connections: CONNECTIONS,
        seconds: seconds / SLICES,
        warmUpSeconds: WARM_UP_SECONDS,
        awake: true,
      };
      const { answered, elapsedSeconds, refused, refusal } = await load.run<Outcome>(task);
      if (refused > 0) throw new Error(`${refused} were answered otherwise: ${refusal}`);
      return answered / elapsedSeconds;
    };
    const results: Round[] = [];
    for (let round = 0; round <= rounds; round++) {
      const both: Round = { list: 0, hello: 0 };
      for (let slice = 0; slice < SLICES; slice++) {
        const inTurn = slice % 2 === 0 ? (['list', 'hello'] as const) : (['hello', 'list'] as const);
        for (const name of inTurn) both[name] += (await rate(asked[name])) / SLICES;
      }
      if (round > 0) results.push(both);
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
