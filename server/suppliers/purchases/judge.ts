import type { RefusalMeaning } from '#shared/supplier-words.ts';
import type { AddResult, RefusalReason, Refused, Throttled, Unknown } from '../protocols/results.ts';

/** Words that a person gave a meaning: a part of a supplier's answer. */
export interface RefusalWord {
  text: string;
  meaning: RefusalMeaning;
  /** Null for all suppliers. */
  supplierId: number | null;
}

/** The purchase that an answer is about. */
export interface Purchase {
  /** The supplier that answers. */
  askedId: number;
  /** Whether an unknown purchase was asked for again with its `request_id`. */
  isAgain: boolean;
  /** Whether its order is open. */
  isOpen: boolean;
  /** Whether the supplier has named an active order with its link for a day. */
  isLinkInUseForLong: boolean;
  /** An attempt before was unknown, or a person has sent the order again: an active order with its link may be ours. */
  isDoubted: boolean;
}

/** What an answer is for its purchase. `reason` is the supplier's refusal behind it, and says what follows for the supplier. */
export type Outcome =
  | { kind: 'accepted'; externalOrderId: string; reason?: undefined }
  /** Nothing was bought: the next source gets it, and of an order that has ended none. */
  | { kind: 'refused'; reason: RefusalReason; text: string }
  /** Nothing was bought: this supplier gets it again, after `restSeconds` or when the reason has ended. */
  | { kind: 'wait'; reason: Wait; text: string; restSeconds?: number }
  /** A person decides about one with `isFlagged`. */
  | (Unknown & { reason?: RefusalReason | 'throttled'; restSeconds?: number; isFlagged?: true });
type Wait = Extract<RefusalReason, 'not_connected' | 'funds' | 'link_in_use'> | 'throttled';

/** The longest rest that a supplier may ask for. */
const LONGEST_REST_SECONDS = 15 * 60;
const OK = 200;

/**
 * What a supplier's answer means for its purchase: by the shop's words, the built-in table, and what is known of the purchase.
 * @param words of the shop; they stand before the built-in table
 */
export function judge(answer: AddResult, purchase: Purchase, words: readonly RefusalWord[]): Outcome {
  const said = inWordsOfShop(answer, purchase.askedId, words);
  const { isAgain, isOpen } = purchase;
  if (said.kind === 'accepted' || said.kind === 'unknown') return said;
  if (said.kind === 'throttled') {
    const restSeconds = Math.min(said.retryAfterSeconds, LONGEST_REST_SECONDS);
    const waiting = { reason: 'throttled', text: 'too many calls', restSeconds } as const;
    return isAgain ? { kind: 'unknown', ...waiting } : { kind: 'wait', ...waiting };
  }
  const { reason, text } = said;
  // The supplier did not look for the purchase before.
  if (isAgain && !isEvidence(said)) return { kind: 'unknown', reason, text };
  const isNext = reason === 'account' || reason === 'service' || reason === 'order';
  if (isNext || !isOpen) return { kind: 'refused', reason, text };
  const mayBeOurs = purchase.isLinkInUseForLong || purchase.isDoubted;
  if (reason === 'link_in_use' && mayBeOurs) return { kind: 'unknown', reason, text, isFlagged: true };
  return { kind: 'wait', reason, text };
}

/** An answer as the shop's words say. */
function inWordsOfShop(answer: AddResult, supplierId: number, words: readonly RefusalWord[]): AddResult {
  const text = wordsIn(answer);
  const meaning = text && decidingWords(words, { supplierId, answer: text })?.meaning;
  if (!text || !meaning) return answer;
  if (meaning === 'may_be_bought') return { kind: 'unknown', text, words: text, isKnown: true };
  return { kind: 'refused', reason: meaning, text, ...('httpStatus' in answer && { httpStatus: answer.httpStatus }) };
}

/** The supplier's own words of an answer without a number; undefined without any. */
export function wordsIn(answer: AddResult): string | undefined {
  if (answer.kind === 'unknown') return answer.words;
  return answer.kind === 'refused' && answer.httpStatus !== undefined ? answer.text : undefined;
}

/**
 * The words that decide about a supplier's answer: its own before those of all suppliers, and the longest first.
 * @param answer one line
 */
export function decidingWords(
  words: readonly RefusalWord[],
  { supplierId, answer }: { supplierId: number | null; answer: string },
): RefusalWord | undefined {
  const plain = answer.toLowerCase();
  const [first] = words
    .filter((each) => each.supplierId === null || each.supplierId === supplierId)
    .filter(({ text }) => plain.includes(text.toLowerCase()))
    .toSorted((a, b) => Number(a.supplierId === null) - Number(b.supplierId === null) || b.text.length - a.text.length);
  return first;
}

/**
 * Whether a refusal of a question with a known `request_id` proves that nothing was bought before: only with status 200, and in words
 * about funds, the service, the link or the order. Another status is also a gateway's or a firewall's. The key and the account are
 * checked before a supplier looks for the order, so words that may be about them say nothing, also beside a link. A refused id is known,
 * and words that only the shop's own table has say nothing about the attempt before.
 */
function isEvidence({ reason, text, httpStatus }: Refused): boolean {
  if (httpStatus !== OK || /request.?id|idempoten/i.test(text) || refusesAccount(text)) return false;
  return reason !== 'account' && reasonOfRefusal(text) === reason;
}

/** What a protocol has found in the answer to a call that changes something at the supplier. */
export interface Found {
  status: number;
  retryAfterSeconds: number;
  clean: (text: string) => string;
  /** Of the new order or refill. */
  id?: string | undefined;
  /** The supplier's words beside `error`. */
  words?: string | undefined;
  /** There may be an id that can't be read, or in another place. */
  mayHaveId: boolean;
  /** What an answer without an id and words is. */
  what: string;
}

const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/**
 * An answer by its status and the built-in table. `refused` is certain: a status below 500 with words of the table and no id. Everything
 * else without an id is unknown.
 * @param otherwise the reason of words that the table does not have; undefined if they leave it unknown
 */
export function byTable(
  { status, retryAfterSeconds, clean, id, words, mayHaveId, what }: Found,
  otherwise?: RefusalReason,
): { kind: 'done'; id: string } | Refused | Throttled | Unknown {
  const text = (more: string | undefined) => clean(more ? `HTTP ${status}: ${more}` : `HTTP ${status}`);
  if (status >= FIRST_SERVER_ERROR) return { kind: 'unknown', text: text(words) };
  if (status === TOO_MANY_REQUESTS && id === undefined) return { kind: 'throttled', retryAfterSeconds };
  if (id !== undefined && words === undefined) return { kind: 'done', id };
  if (words === undefined || id !== undefined || mayHaveId) return { kind: 'unknown', text: text(words ?? what) };
  const reason = reasonOfRefusal(words) ?? otherwise;
  if (reason) return { kind: 'refused', reason, text: clean(words), httpStatus: status };
  return { kind: 'unknown', text: text(words), words: clean(words) };
}

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
export function beginningOf(text: string): string {
  return text
    .slice(0, LONGEST_WORDS)
    .toLowerCase()
    .replaceAll(/https?:\S+/g, ' ');
}
