import type { Socket } from 'node:net';

const SSL_REQUEST = 80_877_103;
const PROTOCOL_3 = 196_608;

/**
 * Cuts what a socket hears into PostgreSQL's messages.
 * @param isClient whether the first one has no kind, as a client's greeting; a wish for encryption is declined
 */
export function readMessages(socket: Socket, isClient: boolean, onMessage: (message: Buffer) => void): void {
  let heard = Buffer.alloc(0);
  let header = isClient ? 0 : 1;
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk]);
    while (heard.length >= header + 4) {
      const length = header + heard.readUInt32BE(header);
      if (heard.length < length) return;
      const message = heard.subarray(0, length);
      heard = heard.subarray(length);
      if (header === 0 && message.readUInt32BE(4) === SSL_REQUEST) socket.write('N');
      else {
        header = 1;
        onMessage(message);
      }
    }
  });
}

/** The user and the database of a client's greeting. */
export function readStartup(message: Buffer): Record<string, string> {
  const words = message.toString('utf8', 8).split('\0');
  const valueOf = (name: string) => words[words.indexOf(name) + 1] ?? '';
  return { user: valueOf('user'), database: valueOf('database') };
}

/** A greeting with these settings. */
export function startupOf(settings: Record<string, string>): Buffer {
  const text = Object.entries({ ...settings, client_encoding: 'UTF8' })
    .flat()
    .map((word) => `${word}\0`)
    .join('');
  const message = Buffer.alloc(8 + Buffer.byteLength(text) + 1);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(PROTOCOL_3, 4);
  message.write(text, 8);
  return message;
}
