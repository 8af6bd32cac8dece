import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  cleanupOutdatedCaches,
  type PrecacheEntry,
  PrecacheFallbackPlugin,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { API_PATH, SECRET_PATH } from '#shared/api-path.ts';

/**
 * Opens the panel without a network. It keeps files of the build and nothing that the API says: what no route below names it leaves
 * to the browser, as if it were not there.
 */
declare const self: { __WB_MANIFEST: PrecacheEntry[]; skipWaiting: () => Promise<void> };

const PATIENCE_SECONDS = 3;
/** More than one build consists of; what was longest unused goes first. */
const MOST_ASSETS = 300;
const TWO_WEEKS_SECONDS = 14 * 24 * 3600;

// A new build's worker takes over at once. Pages are not loaded anew for it: each has its code from the network, as before.
void self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();

// No other address stands for a kept file: "/" is asked for as every page is.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: null as never, cleanURLs: false });

// Their names have their content's hash, so what is kept is never outdated.
registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin && url.pathname.startsWith('/assets/') && !request.headers.has('authorization'),
  new CacheFirst({
    cacheName: 'assets',
    plugins: [
      new ExpirationPlugin({ maxEntries: MOST_ASSETS, maxAgeSeconds: TWO_WEEKS_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
);

// A page comes from the server; where it does not, in time, the kept shell finds its own way.
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: PATIENCE_SECONDS,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: '/index.html' })],
    }),
    { denylist: [API_PATH, SECRET_PATH] },
  ),
);
