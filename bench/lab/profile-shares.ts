import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As V8 writes it: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
  timeDeltas: number[];
}

/** What a process does by itself, as V8 names it. */
const OWN_WORK: Record<string, string> = { '(garbage collector)': 'collecting garbage', '(program)': 'Node itself' };
/** Handing bytes to a socket is a call into the kernel. */
const SOCKET_WRITES = new Set(['writev', 'writeBuffer', 'writeUtf8String', 'writeLatin1String']);

/**
 * Of the busiest process that wrote a profile into a folder: which share of its busy time each package took, the largest first.
 * Parts of the panel are told by their folder.
 */
export function profileShares(folder: string): [part: string, share: number][] {
  const profiles = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile,
  );
  const busy = profiles.map(busyTimes);
  const total = (times: Map<string, number>) => [...times.values()].reduce((sum, time) => sum + time, 0);
  const busiest = busy.toSorted((one, other) => total(other) - total(one))[0] ?? new Map<string, number>();
  return [...busiest]
    .map(([part, time]): [string, number] => [part, time / total(busiest)])
    .toSorted(([, one], [, other]) => other - one);
}

function busyTimes({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, partOfFrame(callFrame)]));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const part = partOf.get(id);
    if (part !== undefined) times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  });
  return times;
}

/** @returns undefined for doing nothing */
function partOfFrame({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)') return undefined;
  if (SOCKET_WRITES.has(functionName) && url === '') return 'writing to sockets';
  const own = OWN_WORK[functionName];
  if (own) return own;
  const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (dependency) return dependency;
  const folder = /\/((?:server|db|shared)\/[^/]+)\//.exec(url)?.[1] ?? /\/(server|db|shared)\//.exec(url)?.[1];
  return folder ? `the panel: ${folder}` : 'Node itself';
}
