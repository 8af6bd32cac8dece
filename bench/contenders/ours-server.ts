import { connect } from '../../db/client.ts';
import { buildApp } from '../../server/app.ts';
import { benchDeps } from './bench-deps.ts';

/** The panel's own app, exactly as it is served. */
const db = connect(process.env.DATABASE_URL ?? '', { max: 20 });
const app = await buildApp(benchDeps(db));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url: address });
