import { platformInName } from '../market/platform-in-name.ts';
import { marketPlatforms, siteWords } from '../market/platforms.ts';
import { kindsOf } from './examples.ts';
import type { ServiceTarget } from './fit.ts';
import type { TargetKind } from './target.ts';

/** Longer names are cut. */
const LONGEST_NAME = 500;
/** Apps and sites are at any address. */
const ANYWHERE: ReadonlySet<string> = new Set(['app', 'website']);
const platformSlugs = new Set(marketPlatforms.map(({ slug }) => slug).filter((slug) => !ANYWHERE.has(slug)));

const posts: TargetKind[] = ['post', 'reel', 'video', 'short'];
const owners: TargetKind[] = ['profile', 'page', 'channel'];
const groups: TargetKind[] = ['channel', 'group', 'invite'];

/** The kinds that a service is for, by the first words that its name has. */
const kindWords: [words: RegExp, kinds: TargetKind[], platform?: string][] = [
  [/\bstor(?:y|ies)\b/i, ['story', 'profile']],
  [/\b(?:live|livestream|space)\b/i, ['live', ...posts, 'profile', 'channel']],
  [/\bcomments? (?:likes?|upvotes?|replies)\b/i, ['comment', ...posts]],
  [/\bplaylist\b/i, ['playlist']],
  [/\bgroup\b/i, ['group', 'invite', 'channel']],
  [/\b(?:channel|server) (?:reactions?|poll|votes?|views?)\b/i, [...posts, 'channel']],
  [/\bevent\b/i, ['event']],
  [/\b(?:post|photo|video|reels?|shorts?|spotlight|tweet|track)s?\b/i, [...posts, 'story', 'track']],
  [/\b(?:plays?|streams?|listeners?|saves?)\b/i, [...posts, 'track', 'playlist', 'profile'], 'spotify'],
  [/\b(?:members?|subscribers?|joins?)\b/i, groups, 'telegram'],
  [/\b(?:members?|subscribers?|followers?)\b/i, groups, 'whatsapp'],
  [/\bmembers?\b/i, groups],
  [/\b(?:page|company|profile|followers?|subscribers?|fans?|friends?|connections?|reviews?|ratings?)\b/i, owners],
  [/\b(?:visits?|endorsements?)\b/i, owners],
  [
    /\b(?:likes?|views?|comments?|shares?|saves?|reactions?|reposts?|retweets?|votes?|watch ?time|impressions?|reach|favou?rites?|upvotes?|plays?)\b/i,
    posts,
  ],
];

/** What is sold for posts by the link of the one who writes them. */
const LATER_POSTS = /\bauto(?:matic)?\b(?![ -]?refill)|\bfuture\b|\blast \d+ posts?\b/i;

/**
 * Proposes what links a service takes, from its name and category.
 * @param category its platform, where the category is one
 * @returns nulls for what the name does not say, or its platform does not have
 */
export function proposeTarget(name: string, category: string): ServiceTarget & { kinds: TargetKind[] | null } {
  const shortened = name.slice(0, LONGEST_NAME);
  const platform = platformOf(shortened, category);
  if (platform === null) return { platform: null, kinds: null };
  const found = kindWords.find(([words, , only]) => (only === undefined || only === platform) && words.test(shortened));
  const named = new Set([...(found?.[1] ?? []), ...(found && LATER_POSTS.test(shortened) ? owners : [])]);
  const own = kindsOf(platform);
  const kinds = [...named].filter((kind) => own.includes(kind));
  return { platform, kinds: kinds.length > 0 ? kinds : null };
}

/** Visits of a site may come from anywhere. */
function platformOf(name: string, category: string): string | null {
  if (siteWords.test(name) || siteWords.test(category)) return null;
  const read = platformInName(name, () => (platformSlugs.has(category) ? category : null));
  return read !== null && platformSlugs.has(read) ? read : null;
}
