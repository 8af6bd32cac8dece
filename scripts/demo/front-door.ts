import { once } from 'node:events';
import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';

/**
 * What visitors of a public demo can not do: see or change a secret, change what the next visitor needs, let the panel call another
 * server or send a mail, and leave personal data behind.
 */
const closedProcedures = [
  /^auth\.(register|updateProfile|changePassword|forgotPassword|resetPassword|loginWasNotMe|confirmEmail)$/,
  /^auth\.(twoFactor\..+|endSession|endOtherSessions)$/,
  /^(keys|webhooks)\.(?!list$|deliveries$)/,
  /^admin\.(settings|paymentMethods|alarms|outgoing|images|backups)\.(?!get$|list$|last$)/,
  /^admin\.users\.(setRole|setBlocked|endSessions|sendResetLink|resetTwoFactor)$/,
  /^admin\.suppliers\.(save|setRefusalWords|setStatusWords)$/,
  /^admin\.(notices|savedReplies)\.(?!list$)/,
];
const SAFE_METHODS = ['GET', 'HEAD'];
const MESSAGE = 'The public demo keeps this closed.';
const RETRY_SECONDS = 30;
const BUSY_PAGE = `<!doctype html><html lang="en"><meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>Demo</title>
<p style="font:1.2rem sans-serif;text-align:center;margin-top:20vh">The demo is being made again. This page looks again by itself.</p></html>`;

/** The way into a public demo: passes requests on to its panel, except those that are closed. */
export interface FrontDoor {
  /** Lets requests through to the panel on this port, or to none while there is no panel. */
  leadTo: (port: number | undefined) => void;
  close: () => void;
}

/** Listens for the visitors of a public demo. @throws Error if the port is in use */
export async function openFrontDoor(host: string, port: number): Promise<FrontDoor> {
  let panel: number | undefined;
  const server = createServer((request, response) => {
    const closed = closedCalls(request.method ?? '', request.url ?? '');
    if (closed) refuse(request, response, closed);
    else if (panel === undefined)
      response
        .writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'retry-after': String(RETRY_SECONDS) })
        .end(BUSY_PAGE);
    else passOn(request, response, panel);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    leadTo(next) {
      panel = next;
      if (next === undefined) server.closeAllConnections();
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Whether a request is closed to visitors. Only the panel's own pages change something: what the other APIs change stays closed.
 * @returns undefined if it is open, else the procedures that it calls; none for another API
 */
export function closedCalls(method: string, url: string): string[] | undefined {
  const path = decoded(url.split('?', 1)[0] ?? '');
  const called = /^\/trpc\/([\w.,]+)$/.exec(path ?? '')?.[1]?.split(',');
  if (!called) return SAFE_METHODS.includes(method) && path !== undefined && !path.startsWith('/trpc') ? undefined : [];
  return called.some(isClosed) ? called : undefined;
}

function isClosed(procedure: string): boolean {
  return closedProcedures.some((closed) => closed.test(procedure));
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** As the panel refuses: a batch gets an error for each of its calls. */
function refuse({ url = '' }: IncomingMessage, response: ServerResponse, procedures: string[]): void {
  const errorOf = (path: string) => {
    const data = {
      code: 'FORBIDDEN',
      httpStatus: 403,
      path,
      domainCode: 'forbidden',
      fieldErrors: null,
      details: null,
    };
    return { error: { message: MESSAGE, code: -32_003, data: { ...data, traceId: null } } };
  };
  const errors = procedures.map(errorOf);
  const body = procedures.length === 0 ? { success: false, message: MESSAGE, error: MESSAGE } : errors[0];
  response
    .writeHead(403, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(/[?&]batch=1\b/.test(url) && procedures.length > 0 ? errors : body));
}

function passOn(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url: path, headers, socket } = request;
  const addresses = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
  const onward = openRequest({
    ...{ host: '127.0.0.1', port, method, path },
    headers: { ...headers, 'x-forwarded-for': addresses },
  });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
