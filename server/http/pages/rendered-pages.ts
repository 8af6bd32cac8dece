import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../shared/languages.ts';
import { type Context, createContext } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { type KeptAnswer, keptAnswer } from '../../kept/kept-answer.ts';
import { procedureCall } from '../direct-call.ts';
import { keptCall } from '../kept-call.ts';
import { sendKept } from '../send-kept.ts';
import { languageOf } from './language-of.ts';
import {
  type BuiltPage,
  composePage,
  HTML,
  type PageParts,
  type QueryKey,
  RENDER_THREAD,
  RENDERED_DIR,
  type Read,
  readBuiltPages,
} from './page-files.ts';
import { createRenderer } from './renderer.ts';

const VARY = ['Cookie', 'Accept-Language'];
/** A page that is not ready by then is sent as it was before, or as the build has left it: its code reads what is old or missing. */
const PATIENCE_MS = 1_000;
/** What has changed twice within that time is not worth being made as small as it can be. */
const SETTLES_WITHIN_MS = 2_000;

export interface RenderedPages {
  /** The page that a request asks for; undefined where it asks for another, or for one that its address changes. */
  find(request: FastifyRequest): BuiltPage | undefined;
  send(page: BuiltPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  close(): Promise<void>;
}

/** A page in one language. */
interface Kept {
  /** As it was written last. */
  written: Written;
  /** The last that was begun to be written, and whether that was done soon enough for whoever asked then. */
  begun: { version: string; isInTime: Promise<boolean> } | undefined;
  /** One is written at a time. */
  lastTurn: Promise<unknown>;
}

interface Written {
  /** What had been read for it; undefined as the build has left it. */
  version: string | undefined;
  answer: KeptAnswer;
  /** The same for when something else has to be said by now. */
  outdated: () => KeptAnswer;
}

/**
 * Public pages as HTML: rendered by the build, and rendered again with what the server has to say whenever that has changed. It is
 * taken from the answers that are kept for everybody, so that a request costs no more than comparing their names.
 * @returns undefined for a build without rendered pages
 */
export function createRenderedPages(deps: Deps, clientDir: string): RenderedPages | undefined {
  const pages = readBuiltPages(clientDir);
  if (!pages) return undefined;
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const renderer = createRenderer(join(clientDir, RENDERED_DIR, RENDER_THREAD));
  const kept = new Map<string, Kept>();
  // Whoever comes first does not wait until the thread has loaded.
  renderer.pages().catch(() => undefined);

  return {
    find({ url, query }) {
      const page = byPath.get(url.split('?', 1)[0] ?? '');
      return page?.parameters.some((name) => Object.hasOwn(query as object, name)) ? undefined : page;
    },
    async send(page, request, reply) {
      const language = languageOf(request);
      const entry = keptOf(page, language);
      const isKnown = isUpToDate(entry, page, language, request, reply).catch((error: unknown) => {
        request.log.error({ err: error, page: page.path }, 'what a page shows could not be read');
        return false;
      });
      const isFresh = await inTime(isKnown);
      const { answer, outdated } = entry.written;
      reply.header('content-language', language);
      return sendKept(request, reply, isFresh ? answer : outdated(), { contentType: HTML, vary: VARY });
    },
    close: () => renderer.close(),
  };

  function keptOf(page: BuiltPage, language: Language): Kept {
    const key = `${language} ${page.path}`;
    const known = kept.get(key);
    if (known) return known;
    const entry: Kept = {
      written: write(page, language, page.in[language].parts, { version: undefined, reads: [] }),
      begun: undefined,
      lastTurn: Promise.resolve(),
    };
    kept.set(key, entry);
    return entry;
  }

  /** Has it written anew where what it shows has changed. @returns whether it was, soon enough to be sent */
  async function isUpToDate(
    entry: Kept,
    page: BuiltPage,
    language: Language,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const said = await askFor(page, createContext(deps, request, reply));
    const version = said.map(({ answer }) => answer?.etag).join();
    if (version === entry.written.version) return true;
    // What can't be rendered is tried again when it has changed.
    if (version !== entry.begun?.version) {
      const turn = entry.lastTurn.then(async () => {
        const reads = readsOf(said);
        const parts = await renderer.render(page.path, language, reads);
        entry.written = write(page, language, parts, { version, reads });
        void squeezeOnceSettled(entry, request);
        return true;
      });
      const isDone = turn.catch((error: unknown) => {
        request.log.error({ err: error, page: page.path }, 'a page could not be rendered');
        return false;
      });
      entry.lastTurn = isDone;
      entry.begun = { version, isInTime: inTime(isDone) };
    }
    return entry.begun.isInTime;
  }
}

/** @returns false where it is not done soon enough */
function inTime(isDone: Promise<boolean>): Promise<boolean> {
  return Promise.race([isDone, sleep(PATIENCE_MS, false, { ref: false })]);
}

/** A new connection is given some 14 kB at once, which most pages then fit into, and a slow line's next round trip takes 150 ms. */
async function squeezeOnceSettled(entry: Kept, { log }: FastifyRequest): Promise<void> {
  const { written } = entry;
  await sleep(SETTLES_WITHIN_MS, undefined, { ref: false });
  if (entry.written !== written) return;
  await written.answer.squeeze().catch((error: unknown) => {
    log.error({ err: error }, 'a page could not be made smaller');
  });
}

/** What the server has to say of what a page shows; without an answer where it is not kept for everybody. */
interface Said {
  queryKey: QueryKey;
  answer: KeptAnswer | undefined;
}

function askFor({ asked }: BuiltPage, ctx: Context): Promise<Said[]> {
  return Promise.all(asked.map(async (queryKey) => ({ queryKey, answer: await keptCall(callOf(queryKey), ctx) })));
}

function readsOf(said: readonly Said[]): Read[] {
  return said.flatMap(({ queryKey, answer }) => (answer ? [{ queryKey, data: dataOf(queryKey, answer) }] : []));
}

function write(
  { path, in: built }: BuiltPage,
  language: Language,
  parts: PageParts,
  { version, reads }: { version: string | undefined; reads: readonly Read[] },
): Written {
  const key = `${language} ${path}`;
  const { frame } = built[language];
  const answer = keptAnswer(key, Buffer.from(composePage(frame, parts, { language, reads })));
  let outdated: KeptAnswer | undefined;
  return {
    version,
    answer,
    outdated() {
      outdated ??= keptAnswer(key, Buffer.from(composePage(frame, parts, { language, reads, isOutdated: true })));
      return outdated;
    },
  };
}

function callOf([path, { input }]: QueryKey) {
  return procedureCall(path.join('.'), input);
}

/** What the procedure said, in the shape in which the browser's code keeps it. */
function dataOf([, { type }]: QueryKey, { body }: KeptAnswer): unknown {
  const { result } = JSON.parse(body.toString()) as { result: { data: unknown } };
  return type === 'infinite' ? { pages: [result.data], pageParams: [null] } : result.data;
}
