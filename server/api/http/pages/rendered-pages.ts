import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createContext } from '#server/api/http/create-context.ts';
import { type CachedResponse, cachedResponse } from '#server/base/cache/cached-response.ts';
import type { Context } from '#server/base/context.ts';
import type { Deps } from '#server/base/deps.ts';
import { LANGUAGE_COOKIE, type Language, languages } from '#shared/languages.ts';
import { cachedCall } from '../direct-call.ts';
import { sendCached } from '../send-cached.ts';
import {
  type BuiltPage,
  composePage,
  HTML,
  type PageData,
  type PageParts,
  type QueryKey,
  RENDER_THREAD,
  RENDERED_DIR,
  type Read,
  readBuiltPages,
} from './page-files.ts';
import { createRenderer } from './renderer.ts';
import type { Shells } from './shells.ts';
import { readFace, wearFace } from './shop-face.ts';

const VARY = ['Cookie', 'Accept-Language'];
/**
 * A page that takes longer is sent in its previous version, and the browser loads outdated or missing data. The version of the build
 * has the panel's own name and colour; a shop with others sends the empty page instead.
 */
const RENDER_LIMIT_MS = 1_000;
/** Takes 20 ms, less than the render before it, and saves up to 500 bytes of the home page. */
const BROTLI_QUALITY = 9;

export interface RenderedPages {
  /** The page at a request's URL. Undefined if it is not a rendered page or search parameters affect its content. */
  find(request: FastifyRequest): BuiltPage | undefined;
  send(page: BuiltPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  close(): Promise<void>;
}

/** A page in one language. */
interface Entry {
  page: BuiltPage;
  language: Language;
  /** The last rendered version. */
  rendered: Rendered;
  /** Whether the page of the build has another face than the shop. */
  hasOtherFace: boolean;
  /** The last started render, and whether it finished in time. */
  started: { version: string; isInTime: Promise<boolean> } | undefined;
  /** Renders run one at a time. */
  lastRender: Promise<unknown>;
}

interface Rendered {
  /** The version of its data; undefined for the page of the build. */
  version: string | undefined;
  response: CachedResponse;
  /** The same page, marked as outdated. */
  outdated: () => CachedResponse;
}

/**
 * Public pages as HTML: rendered by the build, and again when their data has changed. The data comes from cached calls, so that most
 * requests only compare ETags.
 * @param shells sends the empty page
 * @returns undefined for a build without rendered pages
 */
export function createRenderedPages(deps: Deps, clientDir: string, shells: Shells): RenderedPages | undefined {
  const pages = readBuiltPages(clientDir);
  if (!pages) return undefined;
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const renderer = createRenderer(join(clientDir, RENDERED_DIR, RENDER_THREAD));
  const entries = new Map<string, Entry>();
  // Starts the thread before the first request.
  renderer.pages().catch(() => undefined);

  return {
    find({ url, query }) {
      const page = byPath.get(url.split('?', 1)[0] ?? '');
      return page?.parameters.some((name) => Object.hasOwn(query as object, name)) ? undefined : page;
    },
    async send(page, request, reply) {
      const language = languageOf(request);
      const entry = entryOf(page, language);
      const isFresh = await inTime(
        refresh(entry, request, reply).catch((error: unknown) => {
          request.log.error({ err: error, page: page.path }, 'the data of a page could not be read');
          return false;
        }),
      );
      const { version, response, outdated } = entry.rendered;
      if (!isFresh && version === undefined && entry.hasOtherFace) return shells.send(request, reply);
      reply.header('content-language', language);
      return sendCached(request, reply, isFresh ? response : outdated(), { contentType: HTML, vary: VARY });
    },
    close: () => renderer.close(),
  };

  function entryOf(page: BuiltPage, language: Language): Entry {
    const key = `${language} ${page.path}`;
    const known = entries.get(key);
    if (known) return known;
    const { frame, parts } = page.in[language];
    const rendered = renderedFrom(frame, parts, { language, reads: [] });
    const entry: Entry = {
      page,
      language,
      rendered,
      hasOtherFace: false,
      started: undefined,
      lastRender: Promise.resolve(),
    };
    entries.set(key, entry);
    return entry;
  }

  /** Renders if the page's data has changed. @returns whether the page is up to date in time */
  async function refresh(entry: Entry, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { page, language } = entry;
    const [face, answers] = await Promise.all([
      readFace(deps).then((read) => {
        entry.hasOtherFace = !read.isInitial;
        return read;
      }),
      readAnswers(page.in[language].asked, createContext(deps, request, reply)),
    ]);
    const version = [face.version, ...answers.map(({ answer }) => answer?.etag)].join();
    if (version === entry.rendered.version) return true;
    // After a failure the page is rendered again only when its data has changed.
    if (version !== entry.started?.version) {
      const render = entry.lastRender.then(async () => {
        const reads = readsOf(answers);
        const parts = await renderer.render(page.path, language, reads);
        const frame = wearFace(page.in[language].frame, face);
        entry.rendered = renderedFrom(frame, parts, { language, reads }, version);
        return true;
      });
      const isDone = render.catch((error: unknown) => {
        request.log.error({ err: error, page: page.path }, 'a page could not be rendered');
        return false;
      });
      entry.lastRender = isDone;
      entry.started = { version, isInTime: inTime(isDone) };
    }
    return entry.started.isInTime;
  }
}

/** The language chosen on this device, else the first supported one of the browser. */
function languageOf({ cookies, headers }: FastifyRequest): Language {
  const chosen = languages.find((each) => each === cookies[LANGUAGE_COOKIE]);
  // Of `bn-BD` only the language counts.
  const accepted = (headers['accept-language'] ?? '').toLowerCase().replaceAll(/-[\w-]+/g, '');
  return chosen ?? negotiate(accepted, [...languages]) ?? languages[0];
}

function inTime(isDone: Promise<boolean>): Promise<boolean> {
  return Promise.race([isDone, sleep(RENDER_LIMIT_MS, false, { ref: false })]);
}

/** A query of a page; without a result if its procedure is not cached. */
interface Answer {
  queryKey: QueryKey;
  answer: CachedResponse | undefined;
}

function readAnswers(asked: readonly QueryKey[], ctx: Context): Promise<Answer[]> {
  return Promise.all(
    asked.map(async (queryKey) => {
      const [path, { input }] = queryKey;
      return { queryKey, answer: await cachedCall({ path: path.join('.'), type: 'query', input }, ctx) };
    }),
  );
}

/** The results in the format of the browser's query cache. */
function readsOf(answers: readonly Answer[]): Read[] {
  return answers.flatMap(({ queryKey, answer }) => {
    if (!answer) return [];
    const { data } = (JSON.parse(answer.body.toString()) as { result: { data: unknown } }).result;
    return [{ queryKey, data: queryKey[1].type === 'infinite' ? { pages: [data], pageParams: [null] } : data }];
  });
}

function renderedFrom(frame: string, parts: PageParts, pageData: PageData, version?: string): Rendered {
  const write = (data: PageData) => cachedResponse(Buffer.from(composePage(frame, parts, data)), BROTLI_QUALITY);
  let outdated: CachedResponse | undefined;
  return {
    version,
    response: write(pageData),
    outdated: () => (outdated ??= write({ ...pageData, isOutdated: true })),
  };
}
