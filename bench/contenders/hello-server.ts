import Fastify from 'fastify';

/** The least that Fastify can do with such a request: read the JSON, answer a little JSON. */
const app = Fastify();
app.post('/*', async () => ({ result: { data: { ok: true } } }));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url: address });
