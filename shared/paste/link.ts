import { ELLIPSIS, plainForm, unwrapped, visible } from './clean.ts';
import { isPrivateHost } from './private-host.ts';
import { PROMOTED, schemes } from './schemes.ts';
import { handleTarget, isInDepth, isPlatformHost, type Target, targetKey, targetOf } from './target.ts';

export type { Target } from './target.ts';
export { targetKey, targetKinds } from './target.ts';

export const MAX_LINK_LENGTH = 2048;
const MAX_HANDLE_LENGTH = 128;

/** Why a text is not a link. `{first}` and the like stand for the values of the problem. */
export const linkProblems = {
  missing: 'Link is required',
  not_a_link: 'Please enter an http(s) link or a user name',
  too_long: 'The link must be at most 2048 characters',
  two_links: 'These are two links: which one? {first} or {second}',
  front_page: 'This is the front page of {platform}: the link of a profile or post is missing',
  doubled_scheme: 'The address begins twice with {scheme}',
  no_dot: 'The address {host} has no dot: a part such as .com is missing',
  email: 'This is an e-mail address, not a link',
  credentials: 'A link must not have a user name and a password before its address',
  private_host: 'The address {host} can’t be reached from the internet',
  other_scheme: 'A link begins with https://, not with {scheme}',
  malformed: 'The address can’t be read',
  cut_off: 'The link is cut off: copy the whole address',
  blank: 'The address has a blank in it, before {next}: is that a part of it?',
  glued: 'Something is glued to the link: {part}',
} as const;
export type LinkProblem = keyof typeof linkProblems;

export interface LinkRead {
  /** As typed, cleaned, with its scheme: what a supplier gets. */
  link: string;
  target: Target;
}

export interface LinkRefused {
  /** A sentence in English. */
  problem: string;
  code: LinkProblem;
  values?: Record<string, string>;
  /** The addresses of which one is meant. */
  links?: string[];
}

/** The form of an order, its target and its fit read the same link, so the latest readings are kept. */
const latest = new Map<string, LinkRead | LinkRefused>();

/**
 * Reads what people paste as a link: an address with or without its scheme, an app's own address, a user name, or a text with exactly
 * one address in it. Reading a link that was read changes nothing.
 */
export function readLink(text: string): LinkRead | LinkRefused {
  const read = latest.get(text) ?? readText(text);
  if (latest.size >= 500) latest.clear();
  if (text.length <= 300) latest.set(text, read);
  return read;
}

function readText(text: string): LinkRead | LinkRefused {
  // Copied from the source of a page, or escaped by a script.
  const typed = visible(text).replaceAll(/&(?:amp;)+/g, '&');
  if (typed === '') return refuse('missing');
  // No app copies it, and the database takes none.
  if (text.includes('\0')) return refuse('not_a_link');
  const scheme = /^(?:javascript|data|vbscript|file|blob|about|mailto):/i.exec(typed)?.[0];
  if (scheme) return scheme.toLowerCase() === 'mailto:' ? refuse('email') : refuse('other_scheme', { scheme });
  const words = wordsOf(typed);
  const addresses = addressesIn(words);
  if (addresses.length > 0) {
    const read = readOnly(addresses);
    const next = 'link' in read ? continuation(typed, read) : undefined;
    return next === undefined ? read : refuse('blank', { next: shortened(next) });
  }
  if (typed.length > MAX_LINK_LENGTH) return refuse('too_long');
  return words.length === 1 && words[0] ? readWord(words[0]) : refuse('not_a_link');
}

/** A word as its code points, and in plain form, which has one unit for each of them. */
interface Word {
  points: ArrayLike<string>;
  plain: string;
}

/** What ends an address: spaces, and quotes and brackets that no address has. */
const BREAK = /[\s"<>“”„«»]+/;

function wordsOf(text: string): Word[] {
  return text.split(BREAK).flatMap((word) => {
    if (word === '') return [];
    const points = /^[\x21-\x7e]+$/.test(word) ? word : Array.from(word);
    return [{ points, plain: typeof points === 'string' ? points : plainForm(points) }];
  });
}

function cut({ points, plain }: Word, start: number, end = plain.length): Word {
  if (start === 0 && end === plain.length) return { points, plain };
  const part = typeof points === 'string' ? points.slice(start, end) : Array.from(points).slice(start, end);
  return { points: part, plain: plain.slice(start, end) };
}

const textFrom = ({ points }: Word, start: number): string =>
  typeof points === 'string' ? points.slice(start) : Array.from(points).slice(start).join('');

/** The addresses of a text, each with its scheme; those of bare domains count only if there are no others. */
function addressesIn(words: Word[]): string[] {
  const found = new Set<string>();
  const domains = new Set<string>();
  // What is more than quotes and stops.
  const filled = words.filter(({ plain }) => plain.slice(...unwrapped(plain)) !== '');
  const isWhole = filled.length === 1;
  for (const [at, word] of words.entries()) {
    const own = addressesOf(word, isWhole);
    for (const address of own) found.add(address);
    // An e-mail address may have a space in it.
    if (own.length > 0 || words[at - 1]?.plain.endsWith('@')) continue;
    const bare = bareAddress(word, isWhole);
    if (bare && !(isWhole && bare.isName)) (bare.isDomain ? domains : found).add(bare.address);
  }
  const shared = [...found].filter((address) => !PROMOTED.test(address) && !EMPTY_ADDRESS.test(address));
  if (shared.length > 0) return shared;
  return found.size > 0 ? [...found] : [...domains];
}

const EMPTY_ADDRESS = /^https?:\/\/(?:www\.)?$/i;

/** The addresses with a scheme in a word. One within another, as in `?url=https://…`, is a part of it. */
function addressesOf(word: Word, isWhole: boolean): string[] {
  const [begin, end] = unwrapped(word.plain);
  const app = appAddress(word.plain.slice(begin, end));
  const mark = ELLIPSIS.test(word.plain.slice(end)) ? '…' : '';
  if (app) return wordsOf(app + mark).flatMap((each) => addressesOf(each, isWhole));
  const starts: number[] = [];
  for (const { index } of word.plain.matchAll(/https?:\/\//gi)) {
    const before = word.plain.slice(starts.at(-1) ?? index, index);
    if (before === '' || !(before.endsWith('=') || EMPTY_ADDRESS.test(before))) starts.push(index);
  }
  return starts.map((start, at) => {
    const piece = cut(word, start, starts[at + 1]);
    return addressFrom(trimmed(piece, isWhole && start === begin));
  });
}

/** Abbreviations at the end of a path keep their full stop: `/wiki/Apple_Inc.` */
const ABBREVIATION = /[_.]\p{Lu}\p{L}{0,3}\.$/u;

/**
 * An address without what is around it. One that was cut off ends with `…`.
 * @param isWhole it is all that was typed: on a site of no known platform, `!` and emojis at its end are its own
 */
function trimmed(word: Word, isWhole: boolean): Word {
  const [start, end] = unwrapped(word.plain, word.points);
  const short = cut(word, start, end);
  if (ELLIPSIS.test(word.plain.slice(end))) {
    return { points: [...Array.from(short.points), '…'], plain: `${short.plain}…` };
  }
  const [begin, last] = unwrapped(word.plain, undefined, '.,।');
  const host = /^(?:https?:\/\/)?([^/?#:@]*)(?=[/?#]|:\d+[/?#])/i.exec(short.plain)?.[1];
  if (!isWhole || begin < start || !host || isPlatform(host)) return short;
  return cut(word, start, ABBREVIATION.test(word.plain.slice(start, last + 1)) ? last + 1 : last);
}

/** An address whose host is in plain form, and whose path is as typed. */
function addressFrom(word: Word, scheme = ''): string {
  const [head = ''] = /^(?:https?:\/\/)?[^/?#]*[/?#]?/i.exec(word.plain) ?? [];
  return scheme + head + textFrom(word, head.length);
}

function appAddress(text: string): string | undefined {
  if (text.length > MAX_LINK_LENGTH || !/^[a-z.]+:/i.test(text) || /^https?:/i.test(text)) return undefined;
  for (const [form, address] of schemes) if (form.test(text)) return `https://${text.replace(form, address)}`;
  return undefined;
}

/** A domain with a dot and a top-level domain of letters. */
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.\p{L}[\p{L}\p{M}]+\.?$/iu;
/** In a text, user names don't end like these. */
const COMMON_DOMAIN = /\.(?:com|net|org|edu|gov)(?:\.[a-z]{2})?$/i;

/** A label before an address, such as `Link:` or `পেজঃ`. No domain has Bengali and Latin letters in one part. */
const LABEL = /^(?:[^/.:=ঃ]*[:=ঃ]|\p{Script=Bengali}+(?=[a-z]))/iu;

interface BareAddress {
  address: string;
  /** It has nothing but a domain. */
  isDomain: boolean;
  /** It is a user name where nothing else was typed. */
  isName: boolean;
}

/** An address without its scheme. */
function bareAddress(typed: Word, isWhole: boolean): BareAddress | undefined {
  const bare = trimmed(typed, isWhole);
  const word = trimmed(cut(bare, LABEL.exec(bare.plain)?.[0].length ?? 0), isWhole);
  const [, host = '', rest = ''] = /^([^/?#:@]+)(?::\d+)?([/?#]?)/.exec(word.plain) ?? [];
  if (host.length > 255 || !host.includes('.')) return undefined;
  const isSite = /^www\../i.test(host) || isPlatform(host);
  const isKnown = isSite || (COMMON_DOMAIN.test(host) && DOMAIN.test(host));
  if (!isKnown && (rest === '' || !DOMAIN.test(host))) return undefined;
  if (!/^(?:[/?#]|:\d+(?:[/?#]|$)|$)/.test(word.plain.slice(host.length))) return undefined;
  const isName = !isSite && typed.plain.slice(...unwrapped(typed.plain)) === host;
  return { address: addressFrom(word, 'https://'), isDomain: rest === '', isName };
}

const isPlatform = (host: string): boolean => isPlatformHost(host.toLowerCase());

/** Kinds of targets that have names. */
const named: ReadonlySet<string> = new Set(['profile', 'page', 'channel', 'group']);
const BENGALI = /\p{Script=Bengali}/u;

/** What follows an address at the beginning of a text, in the same line or the next one, and looks like its continuation: nothing is charged on a guess. */
function continuation(text: string, { target }: LinkRead): string | undefined {
  const [first = '', next = '', ...more] = text.split(/[^\S\n]*\n[^\S\n]*|[^\S\n]+/, 6);
  if (addressesIn(wordsOf(first)).length !== 1 || addressesIn(wordsOf(next)).length > 0) return undefined;
  // A tag after an address is a text.
  if (/^[/?&=]|^#(?!\p{L})|[?&][\w%[\]-]+=/u.test(next)) return next;
  // A name with blanks: the name of a page, and not what its address has.
  const isName = isInDepth(target.platform) && named.has(target.kind) && /^[^?#]*[\p{L}\p{M}\p{N}_-]$/u.test(first);
  const isShort = (word: string) =>
    /^[\p{L}\p{M}\p{N}&'’.-]{1,15}$/u.test(word) && BENGALI.test(word) === BENGALI.test(first);
  return isName && more.length < 4 && [next, ...more].every(isShort) ? next : undefined;
}

/** The one target of several spellings, or the question which one is meant. */
function readOnly([first = '', ...others]: string[]): LinkRead | LinkRefused {
  const read = readAddress(first);
  for (const other of others) {
    const next = readAddress(other);
    const isSame =
      'link' in read &&
      'link' in next &&
      read.target.platform === next.target.platform &&
      targetKey(read.target) === targetKey(next.target);
    if (isSame) continue;
    const refusal = refuse('two_links', { first: shortened(first), second: shortened(other) });
    return { ...refusal, links: [first, other] };
  }
  return read;
}

function readAddress(address: string): LinkRead | LinkRefused {
  if (address.length > MAX_LINK_LENGTH) return refuse('too_long');
  if (address.endsWith('…')) return refuse('cut_off');
  const [, scheme = '', authority = ''] = /^(https?:\/\/)([^/?#]*)/i.exec(address) ?? [];
  if (/^https?:?$/i.test(authority) || /^(?:www\.)?https?:/i.test(authority))
    return refuse('doubled_scheme', { scheme });
  if (authority.includes('@')) return refuse('credentials');
  if (authority === '' || /[\s\p{C}\\]/u.test(address) || !URL.canParse(address)) return refuse('malformed');
  const url = new URL(address);
  const host = url.hostname.replace(/\.$/, '');
  if (isPrivateHost(host)) return refuse('private_host', { host });
  if (!host.replace(/^www\./, '').includes('.') && !host.startsWith('[')) return refuse('no_dot', { host });
  const target = targetOf(url);
  if ('front' in target) return refuse('front_page', { platform: target.front });
  return 'glued' in target ? refuse('glued', { part: shortened(target.glued) }) : { link: address, target };
}

/** Bengali needs joiners between letters. */
const HANDLE = /^(?:[\p{L}\p{M}\p{N}._@+-]|(?<=\p{Script=Bengali})[\u200c\u200d](?=\p{Script=Bengali}))+$/u;
const EMAIL = /^[^@]+@+[^@]+\.\p{L}{2,}$/u;
/** No name is one of these. */
const OWN_HOST = /^(?:localhost|\d+(?:\.\d+){3})$/i;

/** A text without spaces that is no address. */
function readWord(whole: Word): LinkRead | LinkRefused {
  const [start, end] = unwrapped(whole.plain);
  if (ELLIPSIS.test(whole.plain.slice(end))) return refuse('not_a_link');
  const word = cut(whole, start, end);
  const typed = textFrom(word, 0);
  const [, scheme] = /^([a-z][a-z\d+.-]*:)(?!\d)/i.exec(word.plain) ?? [];
  if (scheme && !/^https?:/i.test(scheme)) return refuse('other_scheme', { scheme });
  const handle = /^[\x21-\x7e]+$/.test(word.plain) ? word.plain : typed;
  if (EMAIL.test(handle)) return refuse('email');
  if (OWN_HOST.test(handle) && isPrivateHost(handle.toLowerCase())) return refuse('private_host', { host: handle });
  if (handle.length > MAX_HANDLE_LENGTH || !HANDLE.test(handle) || !/[\p{L}\p{N}]/u.test(handle)) {
    return refuse('not_a_link');
  }
  return { link: handle, target: handleTarget(handle) };
}

function refuse(code: LinkProblem, values?: Record<string, string>): LinkRefused {
  const problem = linkProblems[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => values?.[name] ?? '');
  return values ? { problem, code, values } : { problem, code };
}

/** An address as it fits in a sentence. */
export const shortened = (address: string): string => (address.length > 100 ? `${address.slice(0, 99)}…` : address);
