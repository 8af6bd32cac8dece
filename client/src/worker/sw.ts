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
 * Opens the panel without a network. It caches files of the build and no API response; requests without a route below are left to
 * the browser.
 */
declare const self: { __WB_MANIFEST: PrecacheEntry[]; skipWaiting: () => Promise<void> };

const PATIENCE_SECONDS = 3;
/** More than one build has; the least recently used is removed first. */
const MOST_ASSETS = 300;
/** Those of services are as large as they were uploaded. */
const MOST_IMAGES = 40;
const TWO_WEEKS_SECONDS = 14 * 24 * 3600;

// A new build's worker takes over at once, without reloading pages: each gets its code from the network.
void self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();

// No URL is mapped to a cached file: "/" is requested like every page.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: null as never, cleanURLs: false });

// Their names contain a hash of the content, so a cached file is never outdated.
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

// The shop's logo and icon have a hash in their names too. Every page uses the logo, so it is never the least recently used.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/'),
  new CacheFirst({
    cacheName: 'images',
    plugins: [new ExpirationPlugin({ maxEntries: MOST_IMAGES, purgeOnQuotaError: true })],
  }),
);

// A page comes from the server; without a timely response, the cached shell routes by itself.
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: PATIENCE_SECONDS,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: '/index.html' })],
    }),
    { denylist: [API_PATH, SECRET_PATH] },
  ),
);
