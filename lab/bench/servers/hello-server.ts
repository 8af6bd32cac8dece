import Fastify from 'fastify';

/** A bare Fastify route. */
const app = Fastify();
app.get('/', async () => ({ result: { data: { ok: true } } }));
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
