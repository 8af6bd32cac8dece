import { kindsOf } from './examples.ts';
import type { ServiceTarget } from './fit.ts';
import type { TargetKind } from './target.ts';

/** How services call the platforms, beside their own names. */
const platformWords: [slug: string, words: RegExp][] = [
  ['facebook', /\b(?:facebook|fb)\b/i],
  ['instagram', /\b(?:instagram|insta|ig|igtv)\b/i],
  ['threads', /\bthreads\b/i],
  ['youtube', /\b(?:youtube|yt)\b/i],
  ['tiktok', /\b(?:tiktok|tik tok)\b/i],
  ['telegram', /\b(?:telegram|tg)\b/i],
  ['whatsapp', /\bwhats ?app\b/i],
  ['linkedin', /\blinked ?in\b/i],
  ['snapchat', /\bsnap ?chat\b/i],
  ['twitter', /\b(?:twitter|tweet|x \(twitter\))\b/i],
  ['pinterest', /\bpinterest\b/i],
  ['twitch', /\btwitch\b/i],
  ['kick', /\bkick\b/i],
  ['discord', /\bdiscord\b/i],
  ['spotify', /\bspotify\b/i],
  ['soundcloud', /\bsound ?cloud\b/i],
  ['reddit', /\breddit\b/i],
  ['vk', /\b(?:vk|vkontakte)\b/i],
];
const platformSlugs = new Set(platformWords.map(([slug]) => slug));

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
const ANY_SITE = /\b(?:web ?)?traffic\b|\bwebsites?\b/i;

/**
 * Proposes what links a service takes, from its name and category.
 * @param category its platform, where the category is one
 * @returns nulls for what the name does not say, or its platform does not have
 */
export function proposeTarget(name: string, category: string): ServiceTarget & { kinds: TargetKind[] | null } {
  const platform = platformOf(name, category);
  if (platform === null) return { platform: null, kinds: null };
  const found = kindWords.find(([words, , only]) => (only === undefined || only === platform) && words.test(name));
  const named = new Set([...(found?.[1] ?? []), ...(found && LATER_POSTS.test(name) ? owners : [])]);
  const own = kindsOf(platform);
  const kinds = [...named].filter((kind) => own.includes(kind));
  return { platform, kinds: kinds.length > 0 ? kinds : null };
}

/** Visits of a site may come from anywhere; a later bracket tells about the accounts, not about the link. */
function platformOf(name: string, category: string): string | null {
  if (ANY_SITE.test(name) || ANY_SITE.test(category)) return null;
  const own = firstPlatform(name.replaceAll(/(?<=\w ?)[[(][^\])]*[\])]/g, ' '));
  return own ?? (platformSlugs.has(category) ? category : firstPlatform(name));
}

/** The platform that a text names first. */
function firstPlatform(text: string): string | null {
  const found = platformWords.map(([slug, words]) => ({ slug, at: text.search(words) })).filter(({ at }) => at >= 0);
  return found.toSorted((one, other) => one.at - other.at)[0]?.slug ?? null;
}
