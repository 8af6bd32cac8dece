import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createContext } from '#server/api/http/create-context.ts';
import { type CachedResponse, cachedResponse } from '#server/base/cache/cached-response.ts';
import type { Deps } from '#server/base/deps.ts';
import { languages } from '#shared/languages.ts';
import { cachedCall } from '../direct-call.ts';
import { sendCached } from '../send-cached.ts';
import { dataScript, HTML, type PageData, type QueryKey, readBuiltShells } from './page-files.ts';
import { readFace, type ShopFace, wearFace, withTitle } from './shop-face.ts';

/** The empty page of the client, whose code routes by itself. */
export interface Shells {
  /** Sends the page for a request's path. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

interface Made {
  version: string;
  /** The document with the shop's face, and its versions with links to a page's code. */
  html: string;
  responses: Map<string, CachedResponse>;
}

/**
 * The built index.html with the shop's face and settings, and with links to a page's code, which a browser otherwise discovers only
 * after the first script. It is made again when the settings change.
 */
export function createShells(deps: Deps, clientDir: string): Shells {
  const index = readFileSync(join(clientDir, 'index.html'), 'utf8');
  const links = new Map(readBuiltShells(clientDir).map((shell) => [shell.path, shell.links]));
  let made: Made = { version: '', html: index, responses: new Map() };

  return {
    async send(request, reply) {
      await refresh(request, reply);
      const path = request.url.split('?', 1)[0] ?? '';
      return sendCached(request, reply, responseFor(links.has(path) ? path : ''), { contentType: HTML, vary: [] });
    },
  };

  /** After a failure the last known face stays; the page's code asks for the settings itself. */
  async function refresh(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const face = await readFace(deps);
      const settings = await cachedCall(
        { path: 'settings.public', type: 'query', input: undefined },
        createContext(deps, request, reply),
      );
      const version = `${face.version} ${settings?.etag ?? ''}`;
      if (version !== made.version) made = { version, html: pageWith(face, settings), responses: new Map() };
    } catch (error) {
      request.log.error({ err: error }, 'the shop’s face could not be read');
    }
  }

  function pageWith(face: ShopFace, settings: CachedResponse | undefined): string {
    const page = withTitle(wearFace(index, face), face.name);
    if (!settings) return page;
    const { data } = (JSON.parse(settings.body.toString()) as { result: { data: unknown } }).result;
    const queryKey: QueryKey = [['settings', 'public'], { type: 'query' }];
    const pageData: PageData = { language: languages[0], reads: [{ queryKey, data }] };
    return page.replace('</body>', () => `${dataScript('page-data', pageData)}</body>`);
  }

  function responseFor(path: string): CachedResponse {
    const known = made.responses.get(path);
    if (known) return known;
    const response = cachedResponse(Buffer.from(made.html.replace('</head>', () => `${links.get(path) ?? ''}</head>`)));
    made.responses.set(path, response);
    return response;
  }
}
