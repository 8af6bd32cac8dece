import { ForkedProcess } from '../../forked-process.ts';
import type { Lab } from '../../lab.ts';
import { httpLoad } from '../contenders.ts';
import type { Outcome, Task } from '../task.ts';
import { inRounds } from './rounds.ts';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 0.2;
/** Turns per round: the speed of shared hardware changes from second to second. */
const SLICES = 6;
const LIST = '/trpc/services.list?input=%7B%22limit%22%3A48%7D';

type Asked = Pick<Task, 'url' | 'call' | 'status'>;

/** Requests per second of both in one round. */
export interface NotModifiedRound {
  list: number;
  hello: number;
}

/** The service list as 304 and a bare Fastify route, in turn under the same load. */
export async function raceNotModified(
  lab: Lab,
  { panelUrl, rounds, seconds }: { panelUrl: string; rounds: number; seconds: number },
): Promise<NotModifiedRound[]> {
  const server = new ForkedProcess(lab, 'bench/servers/hello-server.ts');
  const load = httpLoad(lab);
  const headers = { 'if-none-match': await etagOf(panelUrl + LIST) };
  const asked: Record<keyof NotModifiedRound, Asked> = {
    list: { url: panelUrl, call: { kind: 'get', path: LIST, headers }, status: 304 },
    hello: { url: await server.url(), call: { kind: 'get', path: '/' } },
  };
  const times = { seconds: seconds / SLICES, warmUpSeconds: WARM_UP_SECONDS };
  const rate = async (one: Asked) => {
    const task: Task = { ...one, ...times, connections: CONNECTIONS, awake: true };
    const { answered, elapsedSeconds, refused, refusal } = await load.run<Outcome>(task);
    if (refused > 0) throw new Error(`${refused} had another status: ${refusal}`);
    return answered / elapsedSeconds;
  };
  return inRounds(rounds, async () => {
    const both: NotModifiedRound = { list: 0, hello: 0 };
    for (let slice = 0; slice < SLICES; slice++)
      for (const name of slice % 2 === 0 ? (['list', 'hello'] as const) : (['hello', 'list'] as const))
        both[name] += (await rate(asked[name])) / SLICES;
    return both;
  });
}

async function etagOf(url: string): Promise<string> {
  const response = await fetch(url);
  await response.arrayBuffer();
  const etag = response.headers.get('etag');
  if (!etag) throw new Error(`${url} was answered ${response.status} without an ETag`);
  return etag;
}
