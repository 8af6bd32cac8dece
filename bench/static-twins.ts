import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** Serves pages of the panel as they would be if they were nothing but files. */
export interface StaticTwins {
  url: string;
  /** Makes the twin of a page: the same bytes, and no script is run. @returns its path */
  add(path: string): Promise<string>;
  close(): void;
}

interface File {
  type: string;
  body: Buffer;
}

/** @param panelUrl where the pages and the files that they load are taken from, once */
export async function serveStaticTwins(panelUrl: string): Promise<StaticTwins> {
  const files = new Map<string, File>();
  const server: Server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-cache' });
    response.end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://localhost:${port}`,
    async add(path) {
      const html = (await (await fetch(panelUrl + path)).text())
        // The theme's script and what the page's code would read; its bytes stay.
        .replaceAll(/<script(?= id=|>)/g, '<script type="text/plain"');
      files.set(path, { type: 'text/html; charset=utf-8', body: brotliCompressSync(html) });
      const loaded = [...html.matchAll(/(?:href="|src="|url\()(\/(?:assets|categories)\/[^")]+)/g)].map(
        ([, url = '']) => url,
      );
      for (const url of new Set(loaded)) {
        const answer = await fetch(panelUrl + url);
        const type = answer.headers.get('content-type') ?? 'application/octet-stream';
        files.set(url, { type, body: brotliCompressSync(Buffer.from(await answer.arrayBuffer())) });
      }
      return path;
    },
    close: () => server.close(),
  };
}
