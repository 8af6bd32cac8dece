import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** As it came, with whatever it was framed in. */
  body: string;
}

const HEAD_END = '\r\n\r\n';
const CHUNKED_END = '0\r\n\r\n';

/**
 * One kept-open HTTP/1.1 connection that has one request under way at a time. A client library would take more of the two
 * cores than the server that it measures; this one writes a text and looks for the end of the answer.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received = '';
  #waiting: PromiseWithResolvers<Answer> | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay().setEncoding('latin1');
    socket.on('data', (text: string) => this.#take(text));
    for (const event of ['error', 'close']) socket.on(event, () => this.#fail());
  }

  static async open(url: URL): Promise<HttpConnection> {
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  /** @throws Error where the connection ends first */
  ask(request: string): Promise<Answer> {
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting = waiting;
    if (this.#socket.destroyed) this.#fail();
    else this.#socket.write(request, 'latin1');
    return waiting.promise;
  }

  /** Whether another request can be sent. */
  get isOpen(): boolean {
    return this.#socket.writable;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0 || !this.#waiting) return;
    const head = this.#received.slice(0, headEnd).toLowerCase();
    const body = this.#received.slice(headEnd + HEAD_END.length);
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    const isWhole =
      length === undefined ? isWithout(head) || body.endsWith(CHUNKED_END) : body.length >= Number(length);
    if (!isWhole) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#received = '';
    waiting.resolve({ status: Number(head.slice(9, 12)), body });
  }

  #fail(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(new Error('the connection has ended'));
  }
}

/** A 304 has no body and needs not say so. */
function isWithout(head: string): boolean {
  return head.startsWith('http/1.1 304') || head.startsWith('http/1.1 204');
}
