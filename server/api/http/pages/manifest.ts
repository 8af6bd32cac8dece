import type { FastifyInstance } from 'fastify';
import { cachedResponse } from '#server/base/cache/cached-response.ts';
import type { Deps } from '#server/base/deps.ts';
import { sendCached } from '../send-cached.ts';
import { readFace, type ShopFace } from './shop-face.ts';

const TYPE = 'application/manifest+json; charset=utf-8';
/** The longest name below an icon; Android cuts a longer one. */
const SHORT_NAME_LENGTH = 12;

/** Serves the manifest of the installed app, with the shop's name and icons. */
export function serveManifest(app: FastifyInstance, deps: Deps): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const body = Buffer.from(JSON.stringify(manifestOf(await readFace(deps))));
    return sendCached(request, reply, cachedResponse(body), { contentType: TYPE, vary: [] });
  });
}

function manifestOf({ name, text, icons }: ShopFace) {
  const icon = (src: string, edge: number, purpose?: string) => ({
    src,
    sizes: `${edge}x${edge}`,
    type: 'image/png',
    ...(purpose && { purpose }),
  });
  return {
    id: '/',
    name,
    short_name: shortName(name),
    description: text,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [
      icon(icons?.small?.path ?? '/icons/icon-192.png', 192),
      icon(icons?.large?.path ?? '/icons/icon-512.png', 512),
      icon(icons?.maskable?.path ?? '/icons/maskable-512.png', 512, 'maskable'),
    ],
  };
}

/** As many whole words as fit. */
function shortName(name: string): string {
  if (name.length <= SHORT_NAME_LENGTH) return name;
  const cut = name.slice(0, SHORT_NAME_LENGTH + 1);
  const words = cut.slice(0, cut.lastIndexOf(' '));
  return (cut.includes(' ') ? words : name.slice(0, SHORT_NAME_LENGTH)).trim().toWellFormed();
}
