import { otherPlatforms } from './other-platforms.ts';
import { platforms, RESERVED } from './platforms.ts';

/** What a link can lead to. */
export const targetKinds = [
  'profile',
  'post',
  'reel',
  'video',
  'short',
  'story',
  'live',
  'comment',
  'channel',
  'group',
  'invite',
  'playlist',
  'track',
  'page',
  'event',
  'place',
  'app',
  'site',
  'unknown',
] as const;
export type TargetKind = (typeof targetKinds)[number];

export interface Target {
  /** The slug of the platform's category; null for a user name alone and for a site of no known platform. */
  platform: string | null;
  kind: TargetKind;
  /** Names the target among those of its kind, the same for each spelling of a link. Compare {@link targetKey}. */
  key: string;
}

/** Kinds that share their names or ids on a platform: a reel is also a post, and a short a video of the same id. */
const COMPARED: Partial<Record<TargetKind, TargetKind>> = {
  channel: 'profile',
  page: 'profile',
  reel: 'post',
  video: 'post',
  short: 'post',
};

/** `kind:key`, which is equal for links to the same target: `profile:shop` for `@Shop` and for the profile of that name. */
export function targetKey({ kind, key }: Target): string {
  return `${COMPARED[kind] ?? kind}:${key}`;
}

/** The target of a user name without a platform. */
export function handleTarget(handle: string): Target {
  return { platform: null, kind: 'profile', key: handle.replace(/^@/, '').toLowerCase() };
}

/** Whether a host belongs to a known platform. */
export function isPlatformHost(host: string): boolean {
  return siteOf(host) !== undefined;
}

/** Whether all addresses of a platform are known. */
export function isInDepth(slug: string | null): boolean {
  return slug !== null && !Object.hasOwn(otherPlatforms, slug);
}

/** What no name has: the next column of a list, or Bengali words behind a Latin name. */
const GLUED = /[,;|]|(?:^\d|[a-z])\d*\p{Script=Bengali}[^a-z]*$/iu;

/**
 * The target of an address.
 * @returns for what is no target, the platform's name (its front page) or the part of the address that has something glued to it
 */
export function targetOf(url: URL, isWithin = false): Target | { front: string } | { glued: string } {
  const host = plainHost(url.hostname);
  const site = siteOf(host);
  if (!site) return { platform: null, kind: 'site', key: siteKey(url, host) };
  const segments = url.pathname.split('/').map(decoded).filter(Boolean);
  if (site.label) segments.unshift(site.label);
  // In Telegram's web app the name is behind the path: `web.telegram.org/k/#@shop`.
  const path = segments.join('/') + (host === WEB_APP ? url.hash : '');
  const hasNames = isInDepth(site.slug);
  const glued = [segments[0], segments.at(-1)].find((part = '') => hasNames && GLUED.test(part));
  if (glued !== undefined) return { glued };
  for (const shape of site.shapes ?? []) {
    const target = fit(shape, path, url.searchParams);
    if (target === undefined || (shape.isNamed && RESERVED.test(segments[0] ?? ''))) continue;
    const value = shape.query.map((name) => url.searchParams.get(name) ?? '').find((each) => GLUED.test(each));
    if (value !== undefined && hasNames && shape.kind !== '>') return { glued: value };
    if (shape.kind !== '>') return { platform: site.slug, kind: shape.kind, key: target || siteKey(url, host) };
    const isAddress = /^(?:https?:\/)?\//i.test(target) && URL.canParse(target, url.href);
    if (isAddress && !isWithin) return targetOf(new URL(target, url.href), true);
  }
  if (PARTS.has(site.slug)) return { platform: null, kind: 'site', key: siteKey(url, host) };
  if (path === '') return { front: site.name };
  return { platform: site.slug, kind: 'unknown', key: siteKey(url, host) };
}

const WEB_APP = 'web.telegram.org';
/** Platforms that are a few pages of a larger site. */
const PARTS: ReadonlySet<string> = new Set(['google-maps', 'app']);

interface Shape {
  kind: TargetKind | '>';
  path: RegExp;
  /** Whether the path begins with a name. */
  isNamed: boolean;
  /** How each part that the path has is written in a key. */
  parts: string[];
  query: string[];
  template: string | undefined;
}

interface Site {
  slug: string;
  name: string;
  /** None for a subdomain with pages of another kind. */
  shapes?: Shape[];
  /** The subdomain that is a name. */
  label?: string;
}

/** Subdomains with the pages of the domain itself. */
const MIRROR =
  /^(?:www|m|mobile|web|touch|mbasic|free|lite|old|new|amp|np|open|play|music|studio|gaming|kids|vm|[a-z]{2}(?:-[a-z]{2})?)$/;
/** Sites with a domain in each country: google.com.bd, pinterest.co.uk. */
const NATIONAL = /\b(google|pinterest)\.(?:com?\.)?[a-z]{2,3}$/;

const sites = new Map<string, () => Site>(
  Object.entries(platforms).flatMap(([slug, { name, sites: all }]) =>
    all.flatMap(([hosts, lines]) => {
      let site: Site | undefined;
      const compiled = () =>
        (site ??= { slug, name, shapes: lines.split('\n').map((line) => shapeOf(line, isInDepth(slug))) });
      return hosts.split(' ').map((host) => [host, compiled] as const);
    }),
  ),
);

function siteOf(typed: string): Site | undefined {
  const host = plainHost(typed).replace(NATIONAL, '$1.com');
  const own = sites.get(host);
  if (own) return own();
  const dot = host.indexOf('.');
  const [label, domain] = [host.slice(0, dot), host.slice(dot + 1)];
  if (!domain.includes('.')) return undefined;
  if (!MIRROR.test(label)) {
    const named = sites.get(`.${domain}`);
    if (named) return { ...named(), label };
  }
  const parent = siteOf(domain);
  // Maps and apps are a part of what their companies have.
  if (!parent || /^(?:google|apple)\./.test(domain)) return MIRROR.test(label) ? parent : undefined;
  return MIRROR.test(label) ? parent : { slug: parent.slug, name: parent.name };
}

/** Placeholders of the table, as patterns. */
const PLACES: Record<string, string> = { n: '([^/?&]+)', p: '([^/?&]+)', i: '([\\w-]+)', d: '(\\d+)' };

/** A name on a platform in depth: nothing else stands beside it. */
const NAME = '(@?[\\p{L}\\p{M}\\p{N}_.%+\\u200c\\u200d-]+)(?=[/?&]|$)';

function shapeOf(line: string, hasNames: boolean): Shape {
  const [kind = '', address = '', ...more] = line.split(' ');
  const parts: string[] = [];
  const pattern = address
    .replaceAll(/<(\w)>|\((?=[^?])/g, (_, place: string | undefined) => {
      parts.push(place ?? 'i');
      return place === undefined ? '(' : hasNames && 'np'.includes(place) ? NAME : (PLACES[place] ?? '');
    })
    .replaceAll(/(?<![\])])\*(?!\*)/g, (star, at: number, all: string) => (all[at - 1] === '*' ? star : '[^/]+'));
  // A parameter that is joined by a wrong sign ends a name, too.
  const whole = address === '-' ? '^$' : `^${pattern.replace(/\$$/, '(?=&|$)')}(?![\\w-])`;
  return {
    kind: kind as Shape['kind'],
    path: new RegExp(address === '**' ? '' : whole, 'iu'),
    isNamed: /^<[np]>/.test(address),
    parts,
    query: more.flatMap((each) => (each.startsWith('?') ? each.slice(1).split(',') : [])),
    template: more.find((each) => each.startsWith('='))?.slice(1),
  };
}

/** The key of a path that fits a shape. */
function fit({ kind, path, parts, query, template }: Shape, typed: string, sent: URLSearchParams): string | undefined {
  const found = path.exec(typed);
  if (!found) return undefined;
  const [, ...read] = found;
  const values = read.slice(0, parts.length).map((part, at) => writtenAs(parts[at], part ?? ''));
  for (const name of query) {
    const value = sent.get(name) ?? '';
    const clean = kind === '>' ? value : /^@?[\p{L}\p{M}\p{N}_.:+-]+/u.exec(value)?.[0];
    if (!clean) return undefined;
    values.push(kind === 'profile' ? clean.toLowerCase() : clean);
  }
  if (template) return template.replaceAll(/\$(\d)/g, (_, at: string) => values[Number(at) - 1] ?? '');
  return values.join('/');
}

function writtenAs(place: string | undefined, part: string): string {
  if (place !== 'n' && place !== 'p') return part;
  const name = part.toLowerCase().replace(/^@/, '');
  return place === 'p' ? name.replaceAll('.', '') : name;
}

/** Parameters that say where a link was copied, and not what it leads to. */
const TRACKING =
  /^(?:utm_.*|fbclid|gclid|[gw]braid|dclid|igshid|igsh|mibextid|ttclid|twclid|msclkid|yclid|mc_[ce]id|_g[al].*|si|s_cid)$/i;

/** An address without what does not count: its scheme, `www.`, a final slash, tracking parameters and a place on the page. */
function siteKey(url: URL, host: string): string {
  const query = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  const path = url.pathname.split('/').map(decoded).join('/').replace(/\/$/, '');
  const page = /^#[!/]/.test(url.hash) || host === WEB_APP ? url.hash : '';
  const asked = query.length > 0 ? `?${query.map((pair) => pair.join('=')).join('&')}` : '';
  return host.replace(/^www\./, '') + (url.port && `:${url.port}`) + path + asked + page;
}

/** A name may end with a dot, which means nothing. */
const plainHost = (host: string): string => host.replace(/\.$/, '');

function decoded(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
