import Fastify from 'fastify';

/** The least that Fastify can do with a request: answer a little JSON, and read some before where there is a body. */
const app = Fastify();
app.get('/', async () => ({ result: { data: { ok: true } } }));
app.post('/', async () => ({ result: { data: { ok: true } } }));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url: address });
