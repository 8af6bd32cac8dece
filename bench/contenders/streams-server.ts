import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildApp } from '../../server/app.ts';
import { benchDeps } from './bench-deps.ts';

/** The panel's own app, which tells how much memory it has when it is asked; what is garbage is taken away before. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const deps = benchDeps(process.env.DATABASE_URL ?? '');
const app = await buildApp(deps, { directCalls: process.env.DIRECT_CALLS !== 'no' });

process.on('message', () => {
  for (let times = 0; times < 3; times++) collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, used: heapUsed + external, streams: deps.live.figures().open });
});
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
