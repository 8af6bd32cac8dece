import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../shared/languages.ts';
import { createContext } from '../../context.ts';
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
  type QueryKey,
  RENDER_THREAD,
  RENDERED_DIR,
  readBuiltPages,
} from './page-files.ts';
import { createRenderer } from './renderer.ts';

const VARY = ['Cookie', 'Accept-Language'];
/** A page that is not ready by then is sent as it was before, or as the build has left it: its code reads what is missing. */
const PATIENCE_MS = 1_000;

export interface RenderedPages {
  /** The page that a request asks for; undefined where it asks for another, or for one that its address changes. */
  find(request: FastifyRequest): BuiltPage | undefined;
  send(page: BuiltPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  close(): Promise<void>;
}

/** A page in one language, as it was written last. */
interface Kept {
  answer: KeptAnswer;
  /** What had been read for it. */
  version: string | undefined;
  /** One is written at a time. */
  lastTurn: Promise<unknown>;
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
      const written = upToDate(entry, page, language, request, reply).catch((error: unknown) => {
        request.log.error({ err: error, page: page.path }, 'a page could not be rendered');
      });
      await Promise.race([written, sleep(PATIENCE_MS, undefined, { ref: false })]);
      reply.header('content-language', language);
      return sendKept(request, reply, entry.answer, { contentType: HTML, vary: VARY });
    },
    close: () => renderer.close(),
  };

  function keptOf(page: BuiltPage, language: Language): Kept {
    const key = `${language} ${page.path}`;
    const known = kept.get(key);
    if (known) return known;
    const { frame, parts } = page.in[language];
    const answer = keptAnswer(key, Buffer.from(composePage(frame, parts, language, [])));
    const entry: Kept = { answer, version: undefined, lastTurn: Promise.resolve() };
    kept.set(key, entry);
    return entry;
  }

  /** Has it written anew where what it shows has changed. */
  async function upToDate(
    entry: Kept,
    page: BuiltPage,
    language: Language,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const ctx = createContext(deps, request, reply);
    const answers = await Promise.all(
      page.asked.map(async (queryKey) => ({ queryKey, answer: await keptCall(callOf(queryKey), ctx) })),
    );
    const version = answers.map(({ answer }) => answer?.etag).join();
    if (version === entry.version) return;
    const turn = entry.lastTurn.then(async () => {
      if (version === entry.version) return;
      // What can't be rendered is tried again when it has changed.
      entry.version = version;
      const reads = answers.flatMap(({ queryKey, answer }) =>
        answer ? [{ queryKey, data: dataOf(queryKey, answer) }] : [],
      );
      const parts = await renderer.render(page.path, language, reads);
      const html = composePage(page.in[language].frame, parts, language, reads);
      entry.answer = keptAnswer(entry.answer.key, Buffer.from(html));
    });
    entry.lastTurn = turn.catch(() => undefined);
    await turn;
  }
}

function callOf([path, { input }]: QueryKey) {
  return procedureCall(path.join('.'), input);
}

/** What the procedure said, in the shape in which the browser's code keeps it. */
function dataOf([, { type }]: QueryKey, { body }: KeptAnswer): unknown {
  const { result } = JSON.parse(body.toString()) as { result: { data: unknown } };
  return type === 'infinite' ? { pages: [result.data], pageParams: [null] } : result.data;
}
