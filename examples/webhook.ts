import { createServer } from 'node:http';
import { verifyWebhook } from 'panel-client';

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env;

createServer(async (request, response) => {
  try {
    const body = Buffer.concat(await request.toArray()).toString();
    const event = verifyWebhook(WEBHOOK_SECRET, body, request.headers);
    // A delivery may come twice: the header webhook-id is the same. Answer first, work later.
    console.log(request.headers['webhook-id'], event.type, event.data.id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(PORT));
