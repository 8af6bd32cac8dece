import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** Serves copies of the panel's pages as static files. */
export interface StaticTwins {
  url: string;
  /** Copies a page: the same bytes, but no script runs. */
  add(path: string): Promise<void>;
  close(): void;
}

/** @param panelUrl the source of pages and files, read once */
export async function serveStaticTwins(panelUrl: string): Promise<StaticTwins> {
  const files = new Map<string, { type: string; body: Buffer }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-cache' });
    response.end(file.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    async add(path) {
      const html = (await (await fetch(panelUrl + path)).text())
        // Scripts become text, so that their bytes stay.
        .replaceAll(/<script(?= id=|>)/g, '<script type="text/plain"');
      files.set(path, { type: 'text/html; charset=utf-8', body: brotliCompressSync(html) });
      const loaded = html.matchAll(/(?:href="|src="|url\()(\/(?:assets|categories)\/[^")]+)/g);
      for (const url of new Set([...loaded].map(([, found = '']) => found))) {
        const response = await fetch(panelUrl + url);
        const type = response.headers.get('content-type') ?? 'application/octet-stream';
        files.set(url, { type, body: brotliCompressSync(Buffer.from(await response.arrayBuffer())) });
      }
    },
    close: () => void server.close(),
  };
}
