import { fieldOf, isTruthy, type JsonObject, textIn } from './read-json.ts';
import type { RefusalReason } from './results.ts';

/**
 * What panels write, and what it means; the first that matches counts. The texts are those of the documents and of the panels that were
 * read. Funds come first: "your account has not enough funds" is not about the account. An unknown text is about the order. "Account
 * disabled" may be about the key's account or about the page that an order is for: words for a page decide.
 */
const reasons: [RefusalReason, RegExp, 'unless_about_link'?][] = [
  [
    'funds',
    /not[\s_]*enough[\s_]*(funds?|balance|money|credits?)|insufficient[\s_]*(funds?|balance|money|credits?)|(balance|funds?|credits?) (is |are )?(not enough|too low|insufficient|exceeded)|low[\s_]*balance|no (funds|balance|money)|(add|top up) (funds|balance|your balance)/,
  ],
  [
    'link_in_use',
    /link[\s_]*duplicate|duplicate[\s_]*(link|order)|active order (with|for) this|(order|link) .*(already|still) (active|running|in progress|open|pending)|already .*(active|running|open|pending|in progress).*order|wait until (the |your )?(previous )?order/,
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
    /(incorrect|invalid|wrong|unknown|bad|inactive|disabled)[\s_]*service(?! ?temporar)|service[\s_]*(id[\s_]*)?(is |was |has been )?(not found|not exists?|not active|not available|no longer|disabled|inactive|invalid|incorrect|deleted|removed|paused|unknown|stopped)|service (id )?(doesn.?t|does not) exist|no such service/,
  ],
];

const LONGEST_WORDS = 500;

/** Maintenance ends by itself: neither a service nor an account is paused for it. */
const MAINTENANCE = /maintenance|temporar|try again later/;

const reasonOfStatus = new Map<number, RefusalReason>([
  [401, 'account'],
  [402, 'funds'],
]);

/** A page that an order is for, also where a text calls it an account. */
const LINK =
  /(?<![a-z])(links?|urls?|pages?|profiles?|posts?|videos?|photos?|stor(y|ies)|reels?|channels?|tweets?|private|public|user ?names?|followers?|instagram|facebook|tiktok|youtube|twitter|telegram|linkedin|spotify|snapchat|whatsapp|(this|that|the|target|user('?s)?)[\s_]+(user[\s_]*)?account)(?![a-z])/;

/** Where to write to is not what an order is for. */
const CONTACT = /\b(contact|support|write to|message us|tickets?)\b.*/s;

/** The reason of a refusal of one order. @param httpStatus decides about a text that is in no pattern */
export function reasonOfRefusal(text: string, httpStatus: number): RefusalReason {
  const plain = beginningOf(text);
  return reasonIn(plain, httpStatus, LINK.test(plain.replace(CONTACT, '')));
}

/**
 * Whether a refusal of a call about no order refuses the key or the account. Of a call about an order it may, also if its words name a link.
 * @param httpStatus decides about a text that is in no pattern; 0 if it is not known
 */
export function refusesAccount(text: string, httpStatus = 0): boolean {
  return reasonIn(beginningOf(text), httpStatus, false) === 'account';
}

function reasonIn(plain: string, httpStatus: number, isAboutLink: boolean): RefusalReason {
  const [reason] = reasons.find(([, pattern, unless]) => !(unless && isAboutLink) && pattern.test(plain)) ?? [];
  if (reason === 'funds' || reason === 'link_in_use') return reason;
  if (MAINTENANCE.test(plain)) return 'order';
  if (reason) return reason;
  const ofStatus = reasonOfStatus.get(httpStatus);
  return ofStatus === undefined || (ofStatus === 'account' && isAboutLink) ? 'order' : ofStatus;
}

/** What refusals of one order are about: its quantity, its link, its comments. */
const ORDER = /quantity|minim|maxim|\b(min|max|link|url|user ?name|profile|private|comments?)\b/;

/**
 * Whether a refusal without a reason of its own names what is wrong with the order. A text like "please try again later" says nothing
 * about the order, and less about an earlier attempt of it.
 */
export function namesFaultOfOrder(text: string): boolean {
  const plain = beginningOf(text);
  return !MAINTENANCE.test(plain) && ORDER.test(plain);
}

/** Patterns never see a text of megabytes. */
function beginningOf(text: string): string {
  return text.slice(0, LONGEST_WORDS).toLowerCase();
}

/** Texts of one order that the supplier does not know. */
export function saysNotKnown(text: string): boolean {
  return /(incorrect|invalid|wrong|unknown|no such|missing)[\s_]*(order|refill|id\b)|not[\s_]*(found|exists?|known)|(doesn.?t|does not) exist|no (order|refill)/.test(
    beginningOf(text),
  );
}

/**
 * The supplier's words if an object is a refusal: a truthy `error`, however it is written, or `{ status: 'error', msg }`.
 * @returns undefined if it is none
 */
export function refusalIn(json: JsonObject): string | undefined {
  for (const name of ['error', 'Error', 'ERROR']) {
    const error = fieldOf(json, name);
    if (isTruthy(error)) return wordsOf(error);
  }
  if (textIn(fieldOf(json, 'status'))?.toLowerCase() !== 'error') return undefined;
  return textIn(fieldOf(json, 'msg')) ?? textIn(fieldOf(json, 'message'));
}

/** As in `{ refill: { error: … } }`. */
export function nestedRefusalIn(json: JsonObject, name: string): string | undefined {
  const nested = fieldOf(json, name);
  return typeof nested === 'object' && nested !== null && !Array.isArray(nested) ? refusalIn({ ...nested }) : undefined;
}

function wordsOf(error: unknown): string {
  return typeof error === 'string' ? error : JSON.stringify(error);
}
