import { buildApp } from '../../server/app.ts';
import { benchDeps } from './bench-deps.ts';

/** The panel's own app, exactly as it is served. */
const app = await buildApp(benchDeps(process.env.DATABASE_URL ?? ''));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url: address });
