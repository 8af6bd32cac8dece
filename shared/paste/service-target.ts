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

/**
 * Proposes what links a service takes, from its name and category.
 * @param category its platform, where the category is one
 * @returns nulls for what the name does not say
 */
export function proposeTarget(name: string, category: string): ServiceTarget {
  const platform = platformSlugs.has(category)
    ? category
    : (platformWords.find(([, words]) => words.test(name))?.[0] ?? null);
  if (platform === null) return { platform: null, kinds: null };
  const found = kindWords.find(([words, , only]) => (only === undefined || only === platform) && words.test(name));
  return { platform, kinds: found?.[1] ?? null };
}
