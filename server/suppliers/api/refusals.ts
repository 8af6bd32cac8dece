import { fieldOf, isTruthy, type JsonObject, objectIn, textIn } from './read-json.ts';
import type { RefusalReason } from './results.ts';

/**
 * What panels write, and what it means; the first that matches counts. The texts are those of the documents and of the panels that were
 * read. Funds come first: "your account has not enough funds" is not about the account. "Account disabled" may be about the key's account or
 * about the page that an order is for: words for a page decide.
 */
const reasons: [RefusalReason, RegExp, 'unless_about_link'?][] = [
  [
    'funds',
    /((?<![a-z])(not?|without)|n.t)[\s_]*(have[\s_]*)?(enough|sufficient)[\s_]*((account|wallet)[\s_]*)?(funds?|balance|money|credits?)|insufficient[\s_]*((account|wallet)[\s_]*)?(funds?|balance|money|credits?)|(?<![a-z])(no|out of|lack of|low on)[\s_]*(funds|balance|money|credits)|(balance|funds?|credits?) (is |are )?(not (enough|sufficient)|too (low|small)|low|insufficient|exceeded|negative|empty)|(low|negative|zero)[\s_]*balance|exceeds? (your |the )?(available )?(balance|credit)|(add|top[\s-]?up|deposit|recharge) (more |some )?(funds?|money|balance|your (account|balance|wallet))|payment required|saldo insuficiente|yetersiz bakiye|недостаточно средств/,
  ],
  [
    'link_in_use',
    /link[\s_]*duplicate|duplicate[\s_]*(link|order)|active order (with|for|on) th(is|e)|(order|link) .*(already|still) (exists?|placed|added|active|running|in progress|in use|open|pending|processing)|already .*(active|running|open|pending|in progress|placed).*order|already .*order.*(link|url|profile|post)|wait until (the |your )?(previous |current |last )?order/,
  ],
  [
    'account',
    /(api[\s_-]*)?key[\s_]+(is[\s_]+)?(invalid|incorrect|wrong|not (valid|found|correct|active)|disabled|expired|inactive)|(invalid|incorrect|wrong|bad|unknown|missing|no|inactive|expired)[\s_]+(api[\s_-]*)?(key|token)\b|your[\s_]+account[\s_]+(is |was |has been )?(suspended|banned|blocked|disabled|inactive|deactivated|not active|closed)|\bip\b.*(not allowed|blocked|denied|whitelist)|api access/,
  ],
  [
    'account',
    /unauthori[sz]ed|not authori[sz]ed|authentication|account[\s_]+(is |was |has been )?(suspended|banned|blocked|disabled|inactive|deactivated|not active|closed)|(suspended|banned|blocked|disabled|inactive) account|access denied|forbidden/,
    'unless_about_link',
  ],
  [
    'service',
    /(incorrect|invalid|wrong|unknown|bad|inactive|disabled)[\s_]*service|service[\s_]*(id[\s_]*)?(is |was |has been )?(not found|not exists?|not active|not available|no longer|disabled|inactive|invalid|incorrect|deleted|removed|paused|unknown|stopped)|service (id )?(doesn.?t|does not) exist|no such service/,
  ],
];

const LONGEST_WORDS = 500;

/** The supplier is in trouble, or says that it has the order: whether it bought is open, even if the words also name a reason. */
const IN_DOUBT =
  /maintenance|temporar|try (it )?(again )?later|again (later|in (a|\d+|few|some) )|went wrong|unexpected|unknown[\s_]error|internal|time[ds]?[\s_-]?out|too many (requests|attempts|calls)|gateway|exception|database|being processed|in (the|our) queue|(has|have|was|were) (been )?(received|queued|submitted|accepted|added|saved)|have received|(?<!no )order (#?\d+ )?(was |is |has been )?(successfully |already )?(placed|created|accepted|received|added|submitted)(?! (with|for|on) this)/;

/** A page that an order is for, also where a text calls it an account. */
const LINK =
  /(?<![a-z])(links?|urls?|pages?|profiles?|posts?|videos?|photos?|stor(y|ies)|reels?|channels?|tweets?|private|public|user ?names?|followers?|instagram|facebook|tiktok|youtube|twitter|telegram|linkedin|spotify|snapchat|whatsapp|(this|that|the|target|user('?s)?)[\s_]+(user[\s_]*)?account)(?![a-z])/;

/** The fault of one link or country, not of the service. */
const ONE_CASE = /(?<![a-z])(links?|urls?|profiles?|posts?|user ?names?|countr(y|ies)|regions?|geo)(?![a-z])/;

/** Where to write to is not what an order is for. */
const CONTACT = /\b(contact|support|write to|message us|tickets?)\b.*/s;

/** What refusals of one order are about: its quantity, its link, its comments. */
const ORDER =
  /quantity|minim|maxim|(?<![a-z])(min|max|links?|urls?|user ?names?|profiles?|private|comments?|hashtags?|countr(y|ies)|(post|video|photo|story|page|channel|user|account|media)s? (is |was |are |has been )?(not (found|available|public|exist)|deleted|removed|private|restricted|unavailable|invalid))(?![a-z])/;

/**
 * The reason of a refusal of one order, by the built-in table.
 * @returns undefined for words that name nothing of it, and for all of a supplier in trouble: they prove nothing
 */
export function reasonOfRefusal(text: string): RefusalReason | undefined {
  const plain = beginningOf(text);
  if (IN_DOUBT.test(plain)) return undefined;
  const [reason, , unless] = reasons.find(([, pattern]) => pattern.test(plain)) ?? [];
  if (unless && LINK.test(plain.replace(CONTACT, ''))) return 'order';
  if (reason === 'service' && ONE_CASE.test(plain)) return 'order';
  return reason ?? (ORDER.test(plain) ? 'order' : undefined);
}

const UNAUTHORIZED = 401;

/**
 * Whether a refusal of a call about no order refuses the key or the account. Of a call about an order it may, also if its words name a link.
 * @param httpStatus decides about a text that is in no pattern; 0 if it is not known
 */
export function refusesAccount(text: string, httpStatus = 0): boolean {
  const plain = beginningOf(text);
  const [reason] = reasons.find(([, pattern]) => pattern.test(plain)) ?? [];
  return !IN_DOUBT.test(plain) && (reason ?? (httpStatus === UNAUTHORIZED ? 'account' : undefined)) === 'account';
}

/** Patterns never see a text of megabytes, nor the words within an address. */
function beginningOf(text: string): string {
  return text
    .slice(0, LONGEST_WORDS)
    .toLowerCase()
    .replaceAll(/https?:\S+/g, ' ');
}

/** Texts of one order that the supplier does not know. */
export function saysNotKnown(text: string): boolean {
  return /(incorrect|invalid|wrong|unknown|no such|missing)[\s_]*(order|refill|id\b)|not[\s_]*(found|exists?|known)|(doesn.?t|does not) exist|no (order|refill)/.test(
    beginningOf(text),
  );
}

/**
 * The supplier's words if an object is a refusal: a truthy `error`, however it is written, or `{ status: 'error' | 'fail', msg | message }`.
 * @returns undefined if it is none
 */
export function refusalIn(json: JsonObject): string | undefined {
  const message = textIn(fieldOf(json, 'msg')) ?? textIn(fieldOf(json, 'message'));
  for (const name of ['error', 'Error', 'ERROR']) {
    const error = fieldOf(json, name);
    // Only that there is one: `{ error: true, message: … }`.
    if (isTruthy(error)) return typeof error === 'string' && HAS_LETTER.test(error) ? error : wordsOf(error, message);
  }
  const status = textIn(fieldOf(json, 'status'))?.toLowerCase();
  // An order's status may be "Fail", too.
  const isStatus = fieldOf(json, 'charge') !== undefined || fieldOf(json, 'remains') !== undefined;
  return (status === 'error' || status === 'fail') && !isStatus ? message : undefined;
}

/** As in `{ refill: { error: … } }`. */
export function nestedRefusalIn(json: JsonObject, name: string): string | undefined {
  const nested = fieldOf(json, name);
  return typeof nested === 'object' && nested !== null && !Array.isArray(nested) ? refusalIn({ ...nested }) : undefined;
}

const HAS_LETTER = /\p{L}/u;

/** The message of an error that is an object; without one its texts, and not its fields, which name what was sent. */
function wordsOf(error: unknown, message: string | undefined): string {
  const own = objectIn(error);
  const texts = own && ['message', 'msg', 'text', 'description'].map((name) => textIn(fieldOf(own, name)));
  const [named = message] = (texts ?? []).filter((text) => text !== undefined);
  return named ?? (textsIn(error).join(', ') || (typeof error === 'string' ? error : JSON.stringify(error)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' && HAS_LETTER.test(value) ? [value] : [];
}
