import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostOf, isAllowedAddress, type OutboundPolicy } from './allowed-address.ts';
import type { OutboundCall } from './call.ts';
import { OutboundError } from './failure.ts';

/** Names the panel to the operators of other servers. */
const USER_AGENT = 'reseller-panel/1 (+webhooks)';
const MAX_HEADER_BYTES = 16_384;

interface Sending {
  url: URL;
  /** The allowed addresses of the host. */
  addresses: string[];
  policy: OutboundPolicy;
  deadline: AbortSignal;
  ca: string | undefined;
  progress: { isSent: boolean };
}

/**
 * Sends one request to one of the given addresses, over a connection of its own.
 * @returns the response, whose body is not read yet
 * @throws OutboundError, or the error of the connection
 */
export function sendRequest(
  { method, headers, body = '', cutsBody = false, userAgent = USER_AGENT }: OutboundCall,
  { url, addresses, policy, deadline, ca, progress }: Sending,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const host = hostOf(url);
  const options: RequestOptions & https.RequestOptions = {
    method,
    host,
    port: url.port || undefined,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      host: url.host,
      'user-agent': userAgent,
      'accept-encoding': cutsBody ? 'identity' : 'gzip, br',
      'content-length': Buffer.byteLength(body),
    },
    // A new agent has neither sockets of earlier calls nor a proxy of the environment.
    agent: isSecure ? new https.Agent({ keepAlive: false }) : new http.Agent({ keepAlive: false }),
    lookup: pinned(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal: deadline,
    // Explicit, because a variable of the environment can turn it off.
    rejectUnauthorized: true,
    ...(isSecure && !isIP(host) && { servername: host }),
    ...(ca !== undefined && { ca }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (isSecure ? https : http).request(options, resolve);
  let isConnected = false;
  request.once('socket', (socket) => {
    socket.once('connect', () => {
      // The pinned address again, in case the connection was made to another one.
      if (!socket.remoteAddress || !isAllowedAddress(socket.remoteAddress, policy))
        request.destroy(new OutboundError('address_refused'));
      isConnected = true;
      progress.isSent ||= !isSecure;
    });
    socket.once('secureConnect', () => {
      progress.isSent = true;
    });
  });
  // An upgrade, or a tunnel, would be a connection without the limits of a response. Its socket is no part of the request any more: an
  // error of it would have no listener, and end the process.
  for (const event of ['upgrade', 'connect'] as const) {
    request.once(event, (_response: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => {});
      socket.destroy();
      reject(new OutboundError('answer_unreadable'));
    });
  }
  request.on('error', (error) => {
    const isHandshake = isSecure && isConnected && !progress.isSent && !(error instanceof OutboundError);
    reject(isHandshake ? new OutboundError('tls_failed') : error);
  });
  request.end(body);
  return promise;
}

/** A look-up that knows its result. */
function pinned(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}
