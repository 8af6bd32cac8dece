/** A line of a supplier's list, with what a person reads in it. */
export interface MarketLine {
  name: string;
  category: string;
  description: string;
  refill: boolean;
  min: number;
  max: number;
  /** Dollars per thousand. */
  rate: string;
  type: string;
  expected: {
    /** Undefined if the name does not say; 0 for "no refill". */
    refillDays: number | undefined;
    top: string;
    kind: string | null;
  };
}

/** What is sold, with its weight in lists of 58 real panels; names in the spellings of several of them. */
const sold: readonly [weight: number, top: string, kind: string, platform: string[], kind: string[]][] = [
  [
    5509,
    'website',
    'traffic',
    ['Website', 'Web', 'WEBSITE'],
    ['Traffic', 'Traffic from Google', 'Traffic from Instagram', 'Traffic [Facebook referrer]'],
  ],
  [3835, 'youtube', 'views', ['YouTube', 'Youtube', 'YT', 'You Tube'], ['Views', 'Video Views', 'Adword Views']],
  [3107, 'instagram', 'likes', ['Instagram', 'IG', 'Insta', 'INSTAGRAM'], ['Likes', 'Post Likes', 'Auto Likes']],
  [2604, 'instagram', 'followers', ['Instagram', 'IG', 'Insta', 'instagram'], ['Followers', 'FOLLOWERS', 'Follower']],
  [1330, 'instagram', 'views', ['Instagram', 'IG', 'IGTV'], ['Views', 'Video Views', 'Reel Views']],
  [1177, 'spotify', 'plays', ['Spotify', 'SPOTIFY'], ['Plays', 'Track Plays', 'Playlist Plays']],
  [772, 'youtube', 'shares', ['YouTube', 'YT'], ['Shares', 'Social Shares']],
  [751, 'instagram', 'comments', ['Instagram', 'IG'], ['Comments', 'Custom Comments', 'Random Comments']],
  [559, 'youtube', 'likes', ['YouTube', 'Youtube'], ['Likes', 'Video Likes']],
  [557, 'spotify', 'followers', ['Spotify'], ['Followers', 'Artist Followers']],
  [477, 'youtube', 'comments', ['YouTube'], ['Comments', 'Custom Comments']],
  [461, 'facebook', 'likes', ['Facebook', 'FB'], ['Post Likes', 'Photo Likes']],
  [442, 'facebook', 'page-likes', ['Facebook', 'FB', 'FaceBook'], ['Page Likes', 'Fan Page Likes']],
  [374, 'instagram', 'impressions', ['Instagram'], ['Impressions', 'Impressions + Reach']],
  [340, 'twitch', 'views', ['Twitch'], ['Views', 'Channel Views']],
  [330, 'instagram', 'story-views', ['Instagram', 'IG'], ['Story Views', 'Stories Views', 'Story Viewers']],
  [319, 'youtube', 'subscribers', ['YouTube', 'YT'], ['Subscribers', 'Subs']],
  [315, 'facebook', 'views', ['Facebook'], ['Video Views', 'Views']],
  [239, 'spotify', 'listeners', ['Spotify'], ['Monthly Listeners']],
  [221, 'telegram', 'views', ['Telegram', 'TG'], ['Post Views', 'Views [Last 5 Posts]']],
  [181, 'app', 'installs', ['Android App', 'iOS App', 'Google Play'], ['Installs']],
  [178, 'tiktok', 'likes', ['TikTok', 'Tik Tok', 'Tiktok'], ['Likes', 'Hearts']],
  [178, 'twitch', 'followers', ['Twitch'], ['Followers']],
  [171, 'soundcloud', 'plays', ['SoundCloud', 'Sound Cloud'], ['Plays']],
  [169, 'twitter', 'followers', ['Twitter', 'X (Twitter)', 'Twitter/X'], ['Followers']],
  [168, 'linkedin', 'followers', ['LinkedIn', 'Linkedin'], ['Followers', 'Company Followers']],
  [160, 'imdb', 'votes', ['IMDB'], ['Votes']],
  [155, 'tiktok', 'followers', ['TikTok', 'Tik-Tok'], ['Followers']],
  [134, 'youtube', 'watch-time', ['YouTube'], ['Watch Time', 'Watch Hours', 'Watchtime']],
  [129, 'google-business', 'reviews', ['Google', 'Google Maps', 'Google Business'], ['Reviews']],
  [117, 'pinterest', 'followers', ['Pinterest'], ['Followers']],
  [112, 'twitter', 'retweets', ['Twitter'], ['Retweets', 'Retweet']],
  [142, 'telegram', 'members', ['Telegram', 'TG'], ['Channel Members', 'Group Members', 'Members']],
  [94, 'twitter', 'polls', ['Twitter'], ['Poll Votes']],
  [60, 'shazam', 'plays', ['Shazam'], ['Plays']],
  [40, 'tidal', 'plays', ['Tidal'], ['Plays']],
  [36, 'vimeo', 'views', ['Vimeo'], ['Views']],
  [35, 'tumblr', 'followers', ['Tumblr'], ['Followers']],
  [34, 'podcast', 'downloads', ['Podcast', 'Apple Podcast'], ['Downloads']],
  [24, 'facebook', 'reactions', ['Facebook', 'FB'], ['Post Reactions', 'Emoticons']],
  [21, 'quora', 'votes', ['Quora'], ['Upvotes']],
  [40, 'threads', 'followers', ['Threads', 'Instagram Threads'], ['Followers']],
  [40, 'discord', 'members', ['Discord'], ['Server Members', 'Members']],
  [30, 'whatsapp', 'members', ['WhatsApp'], ['Channel Members']],
  [20, 'kick', 'live', ['Kick'], ['Live Viewers']],
];

/** How names say a refill; `#` is a number of days. Undefined: the form does not say for how long. */
const refills: readonly [weight: number, text: string, days: '#' | number | undefined][] = [
  [900, 'R#', '#'],
  [300, '[R#]', '#'],
  [200, '# Days Refill', '#'],
  [200, '#D Refill', '#'],
  [100, '# days refill guarantee', '#'],
  [80, '#-Day Refill', '#'],
  [120, 'Refill # Days', '#'],
  [90, 'Refill: #D', '#'],
  [90, '# Day Guaranteed', '#'],
  [60, 'Guarantee: # Days', '#'],
  [80, '♻️ #', '#'],
  [60, '♻️ # Days', '#'],
  [60, 'Auto Refill # Days', '#'],
  [40, 'AR#', '#'],
  [30, '𝗥𝗲𝗳𝗶𝗹𝗹 # 𝗗𝗮𝘆𝘀', '#'],
  [30, '# দিন রিফিল', '#'],
  [300, 'Lifetime Guaranteed', 3650],
  [150, 'Lifetime Refill', 3650],
  [50, 'Refill: Lifetime', 3650],
  [30, 'LIFE TIME REFILL', 3650],
  [600, 'No Refill', 0],
  [120, 'NO REFILL', 0],
  [90, 'NR', 0],
  [90, 'Non-Refill', 0],
  [60, 'Refill: No', 0],
  [40, 'Without Refill', 0],
  [30, '🚫 Refill', 0],
  [400, 'Refill', undefined],
  [90, 'Auto Refill', undefined],
  [60, 'Instant Refill', undefined],
  [5000, '', undefined],
];

const others: readonly (readonly string[])[] = [
  ['Real', 'HQ', 'LQ', 'Mixed', 'Real & Active', 'Bot', 'High Quality', 'Female', '', '', ''],
  ['10K/Day', '1K-5K/Day', 'Speed 5K/D', '500/Day', '50k per day', 'Super Fast', '', ''],
  ['Instant', 'Instant Start', '0-1H', 'Start 0-6 Hours', '0-15 min', 'Start: 24h', '', ''],
  ['Max 50K', 'Max: 1M', '50K', '1M', 'Min 100 - Max 10K', '', ''],
  ['Non Drop', 'Low Drop', 'Drop 5%', 'No Drop', '', '', ''],
  ['USA', 'Brazil', 'UK', 'India', 'Turkey', '🇷🇺 Russia', '🇧🇩', 'Worldwide', 'Arab', '', '', '', '', ''],
];

const days = ['7', '15', '30', '30', '30', '60', '90', '99', '120', '180', '365'];
const joints: readonly ((parts: string[]) => string)[] = [
  (parts) => parts.map((part) => (part.startsWith('[') ? part : `[${part}]`)).join(' '),
  (parts) => parts.map((part) => (part.startsWith('[') ? part : `[${part}]`)).join(''),
  (parts) => `| ${parts.join(' | ')}`,
  (parts) => `- ${parts.join(' - ')}`,
  (parts) => `( ${parts.join(' ) ( ')} )`,
  (parts) => `~ ${parts.join(' ~ ')}`,
  (parts) => `【${parts.join('】【')}】`,
  (parts) => `➤ ${parts.join(' • ')}`,
];
const leaders = ['', '', '', '', '🔥 ', '⚡', '★ ', '🆕 ', '💎 '];

/** Bold letters for ASCII ones, as names are decorated. */
const inBold = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCodePoint(code < 0x61 ? 0x1d400 + code - 0x41 : 0x1d41a + code - 0x61);
  });

/** Numbers from 0 to 1, the same for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A made-up list of a supplier, in the words and weights of the real market. Its words are written for it, and are not those of the
 * tables that read it.
 * @param seed the same list for the same seed
 */
export function marketList(count: number, seed: number): MarketLine[] {
  const next = numbersOf(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const weighted = <Item extends readonly [number, ...unknown[]]>(items: readonly Item[]): Item => {
    let left = next() * items.reduce((sum, [weight]) => sum + weight, 0);
    return items.find(([weight]) => (left -= weight) < 0) ?? (items[0] as Item);
  };
  return Array.from({ length: count }, () => {
    const [, top, kind, platforms, kinds] = weighted(sold);
    const [platform, what] = [oneOf(platforms), oneOf(kinds)];
    const [, refillForm, says] = weighted(refills);
    const refillCount = oneOf(days);
    const refill = refillForm.replace('#', refillCount);
    const parts = [...others.map(oneOf), refill]
      .filter(Boolean)
      .map((part) => ({ part, at: next() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ part }) => part);
    const title = `${platform} ${what}`;
    // Some lists say the platform in the category only.
    const isShort = top !== 'website' && top !== 'app' && next() < 0.08;
    const begun = isShort ? what : next() < 0.04 ? inBold(title) : title;
    const max = oneOf([1_000, 10_000, 50_000, 1_000_000]);
    return {
      name: `${oneOf(leaders)}${begun}${parts.length > 0 ? ` ${oneOf(joints)(parts)}` : ''}`,
      category: oneOf([title, `${platform} ${what} | Cheapest`, `🔥 ${platform} - ${what}`]),
      description: oneOf(['', 'Start: 0-6 hours\nSpeed: 5K per day', 'Link: https://example.com/yourname']),
      refill: says !== 0 && refill !== '',
      min: oneOf([10, 50, 100, 1000]),
      max: Math.max(1000, max),
      rate: (0.05 + Math.round(next() * 5000) / 1000).toFixed(4),
      type: what.startsWith('Custom') ? 'Custom Comments' : 'Default',
      expected: { refillDays: says === '#' ? Number(refillCount) : says, top, kind },
    };
  });
}
