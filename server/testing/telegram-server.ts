import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A message as Telegram's Bot API takes it. */
export interface Received {
  token: string;
  chatId: string;
  text: string;
}

/** Stands in for Telegram over real HTTP. It knows one token and one chat, unless `answer` says otherwise. */
export async function telegramServer({ token, chatId }: { token: string; chatId: string }) {
  const telegram = {
    url: '',
    received: [] as Received[],
    /** Answers the next calls; undefined for Telegram's own answers. */
    answer: undefined as ((response: ServerResponse) => void) | undefined,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, bot = '', method] = (request.url ?? '').split('/');
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { chat_id: string; text: string };
      const message = { token: bot.replace(/^bot/, ''), chatId: body.chat_id, text: body.text };
      if (telegram.answer) return telegram.answer(response);
      if (method !== 'sendMessage' || message.token !== token) return send(response, 401, 'Unauthorized');
      if (message.chatId !== chatId) return send(response, 400, 'Bad Request: chat not found');
      telegram.received.push(message);
      send(response, 200);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  telegram.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return telegram;
}

function send(response: ServerResponse, status: number, description?: string): void {
  const body = status === 200 ? { ok: true, result: {} } : { ok: false, error_code: status, description };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
