import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Facts, readFacts } from './facts.ts';
import { LONGEST_DESCRIPTION, shownText } from './market-text.ts';

/** The facts without the words that they came from. */
function valuesOf({ refill, start, speed, max, quality, country, drop }: Facts) {
  return {
    ...(refill && { refill: refill.auto ? `auto ${refill.days}` : refill.days }),
    ...(start && { start: start.minutes }),
    ...(speed && { speed: speed.perDay }),
    ...(max && { max: max.units }),
    ...(quality && { quality: quality.is.join(' ') }),
    ...(country && { country: country.code }),
    ...(drop && { drop: drop.is }),
  };
}

describe('a name', () => {
  test.each([
    // The usual brackets.
    [
      'Instagram Followers [50K] [R60] [1H - 5K/Day] [Real] 🇧🇩',
      { refill: 60, start: 60, speed: 5000, max: 50_000, quality: 'real', country: 'BD' },
      'all facts',
    ],
    ['Instagram Followers [R30]', { refill: 30 }, 'the short form'],
    ['IG Likes R30', { refill: 30 }, 'without brackets'],
    ['Facebook Page Likes | AR30 | 10K/D', { refill: 'auto 30', speed: 10_000 }, 'AR is an automatic refill'],
    ['YouTube Views - R30D - 0-1H', { refill: 30, start: 60 }, 'the short form with a unit'],
    ['Twitter Followers [ R365 ] [ Max 100K ]', { refill: 365, max: 100_000 }, 'spaces in brackets'],
    ['TikTok Followers 30 days refill', { refill: 30 }, 'days first'],
    ['Telegram Members [Refill 30D]', { refill: 30 }, 'refill first'],
    ['Telegram Members | Refill: 30 Days', { refill: 30 }, 'a label'],
    ['Instagram Followers 30 Day Guaranteed', { refill: 30 }, 'a guarantee for days is a refill'],
    ['Instagram Followers ♻️ 30', { refill: 30 }, 'a sign for refill'],
    ['Instagram Followers ♻️ 30 Days ⚡ 0-15 min', { refill: 30, start: 15 }, 'signs between facts'],
    ['Instagram Followers ♻️Refill 30 Days♻️', { refill: 30 }, 'signs around the words'],
    ['Spotify Plays Lifetime Refill', { refill: 3650 }, 'lifetime'],
    ['Spotify Plays [Lifetime Guarantee]', { refill: 3650 }, 'a guarantee for life'],
    ['Spotify Plays | Life Time Guaranteed | Instant', { refill: 3650, start: 0 }, 'lifetime in two words'],
    ['Instagram Followers ♾️ Refill', { refill: 3650 }, 'a sign for lifetime'],
    ['Instagram Followers Auto Refill 30', { refill: 'auto 30' }, 'automatic, days without a unit'],
    ['Instagram Followers [30 Days Auto-Refill]', { refill: 'auto 30' }, 'automatic, days first'],
    ['YouTube Subscribers No Refill', { refill: 0 }, 'none'],
    ['YouTube Subscribers [No Refill / No Drop]', { refill: 0, drop: 'none' }, 'two denials'],
    ['YouTube Subscribers [NR]', { refill: 0 }, 'the abbreviation'],
    ['YouTube Subscribers | Non Refill', { refill: 0 }, 'non'],
    ['YouTube Subscribers ❌ Refill', { refill: 0 }, 'a sign for no'],
    ['YouTube Subscribers [Refill: No]', { refill: 0 }, 'a label with no'],
    ['YouTube Likes [No Refill] - 500/Day', { refill: 0, speed: 500 }, 'the speed after it is no number of days'],
    ['YouTube Likes No Refill - 100 Per Day', { refill: 0, speed: 100 }, 'and without brackets'],
    ['ইনস্টাগ্রাম ফলোয়ার ৩০ দিন রিফিল', { refill: 30 }, 'Bengali'],
    ['ফেসবুক পেজ লাইক [রিফিল নেই]', { refill: 0 }, 'Bengali without refill'],
    ['টিকটক ফলোয়ার আজীবন গ্যারান্টি', { refill: 3650 }, 'Bengali for life'],
    ['𝐈𝐧𝐬𝐭𝐚𝐠𝐫𝐚𝐦 𝐅𝐨𝐥𝐥𝐨𝐰𝐞𝐫𝐬 [𝟑𝟎 𝐃𝐚𝐲𝐬 𝐑𝐞𝐟𝐢𝐥𝐥]', { refill: 30 }, 'styled letters and digits'],
    ['🅸🅽🆂🆃🅰 Followers 【R90】', { refill: 90 }, 'East Asian brackets'],
    ['ɪɴꜱᴛᴀɢʀᴀᴍ ʟɪᴋᴇꜱ ʀᴇꜰɪʟʟ 60 ᴅᴀʏꜱ', { refill: 60 }, 'small capitals'],
    ['Instagram Followers ３０ Days Refill', { refill: 30 }, 'full-width digits'],
    ['Instagram Followers 3️⃣0️⃣ Days Refill', { refill: 30 }, 'key caps'],
    ['Instagram Followers 1 Year Refill', { refill: 365 }, 'a year'],
    ['Instagram Followers 12 Months Warranty', { refill: 360 }, 'months'],
    ['Instagram Followers 365 Days Refill Button', { refill: 365 }, 'a button'],
    ['Instagram Followers [Refill Button 30 Days]', { refill: 30 }, 'a button between'],
    ['Instagram_Followers_30_Days_Refill', { refill: 30 }, 'underscores'],
    ['Instagram Followers [R30] [30 Days Refill]', { refill: 30 }, 'said twice'],
    // Refills that are not read.
    ['Instagram Followers [Refill]', {}, 'without days'],
    ['Instagram Followers [Auto Refill]', {}, 'automatic without days'],
    ['Instagram Followers [R30] [No Refill]', {}, 'it contradicts itself'],
    ['Instagram Followers 30-60 Days Refill', {}, 'two numbers'],
    ['Instagram Followers Refill 24 Hours', {}, 'no days'],
    ['Instagram Followers [Refill 10K]', {}, 'no days either'],
    ['YouTube Views 30K Refill', {}, 'an amount'],
    ['Instagram Likes [Lifetime]', {}, 'what lasts is not said'],
    ['Instagram No Auto Refill', {}, 'a refill by hand may be'],
    ['Delivery within 30 days guaranteed', {}, 'a guarantee of something else'],
    ['PR30 Backlinks', {}, 'a part of a word'],
    ['Backlinks DR 50-70', {}, 'another abbreviation'],
    // Start.
    ['Telegram Members [Start: 0-1H]', { start: 60 }, 'a range: its end'],
    ['Telegram Members Instant Start', { start: 0 }, 'instant'],
    ['Telegram Members [Instant]', { start: 0 }, 'instant alone'],
    ['Telegram Members 0-15 min', { start: 15 }, 'a range that begins with 0'],
    ['Telegram Members Start 6 hours', { start: 360 }, 'hours'],
    ['Telegram Members | 0-24 Hours Start |', { start: 1440 }, 'time first'],
    ['Telegram Members Start Time: Instant - 1 Hour', { start: 60 }, 'from instant on'],
    ['Telegram Members [Instant] [Start 0-2h]', { start: 120 }, 'the exact time counts'],
    ['TikTok Views Instant Refill', {}, 'another thing is instant'],
    ['TikTok Views Non-Instant', {}, 'denied'],
    ['Twitch Live Viewers 30 Minutes', {}, 'what is sold lasts so long'],
    ['YouTube Views [0-5 min watch]', {}, 'a time of watching'],
    ['TikTok Followers 0-1H Start, 0-6H Start', {}, 'said in two ways'],
    // Speed and maximum.
    ['Instagram Likes 1K/Day', { speed: 1000 }, 'thousands'],
    ['Instagram Likes 5-10K/D', { speed: 5000 }, 'the least of a range'],
    ['Instagram Likes 500-1K/Day', { speed: 500 }, 'the first has no unit'],
    ['Instagram Likes Speed 10K per day', { speed: 10_000 }, 'in words'],
    ['Instagram Likes 1.5M/Day', { speed: 1_500_000 }, 'a decimal point'],
    ['Instagram Likes 10,000/day', { speed: 10_000 }, 'grouped'],
    ['Instagram Likes 1.000/day', {}, 'one or a thousand'],
    ['Instagram Likes 10K/Day [20K/Day]', {}, 'two speeds'],
    ['Instagram Likes 1M', {}, 'a bare number in the text may be a package'],
    ['Instagram Likes | 1M | Real', { max: 1_000_000, quality: 'real' }, 'a bare number between bars'],
    ['Instagram Likes Max 50K', { max: 50_000 }, 'maximum'],
    ['Instagram Likes [Min: 10 - Max: 10K]', { max: 10_000 }, 'beside the minimum'],
    ['Instagram Likes Max 10K/Day', { speed: 10_000 }, 'a speed'],
    ['Instagram Likes [10K] [20K]', {}, 'two'],
    ['Instagram Likes [10K] [Max 20K]', { max: 20_000 }, 'the exact word counts'],
    ['1000 Instagram Likes', {}, 'a package'],
    // Quality.
    ['Instagram Followers HQ Real Active Female', { quality: 'real active hq female' }, 'several'],
    ['Instagram Followers Non-Real [LQ]', { quality: 'lq' }, 'denied'],
    ['Instagram Followers Real / Bot', {}, 'opposites'],
    ['Telegram Bot Start', {}, 'what is sold'],
    ['Real-time traffic', {}, 'another word'],
    // Country.
    ['USA Instagram Followers', { country: 'US' }, 'a name'],
    ['Bangladeshi Facebook Followers', { country: 'BD' }, 'a people'],
    ['বাংলাদেশি ফেসবুক ফলোয়ার', { country: 'BD' }, 'a people in Bengali'],
    ['Followers [BD]', { country: 'BD' }, 'a code in brackets'],
    ['Followers [🇬🇧 UK]', { country: 'GB' }, 'a flag with a code'],
    ['TURKISH Followers 🇹🇷', { country: 'TR' }, 'said twice'],
    ['Followers 🇺🇸🇬🇧', {}, 'two countries'],
    ['Russian Comments', {}, 'a language'],
    ['Followers, no India', {}, 'left out'],
    ['Latin American Followers', {}, 'a region'],
    ['Followers IN, NO LIMIT, IT WORKS', {}, 'words'],
    ['Followers [AR]', {}, 'the code has another meaning'],
    ['Followers 🇪🇺', {}, 'no country'],
    // Drop.
    ['Instagram Followers Non Drop', { drop: 'none' }, 'none'],
    ['Instagram Followers NonDrop', { drop: 'none' }, 'in one word'],
    ['Instagram Followers Low Drop', { drop: 'low' }, 'low'],
    ['Instagram Followers Drop 5%', { drop: 'low' }, 'a few percent'],
    ['Instagram Followers 0-10% Drop', { drop: 'low' }, 'the end of a range'],
    ['Instagram Followers Drop 50%', { drop: 'possible' }, 'half'],
    ['Instagram Followers Drop: 0%', { drop: 'none' }, 'zero'],
    ['Instagram Followers may drop', { drop: 'possible' }, 'possible'],
    ['Instagram Likes Drip Feed', {}, 'another word'],
    // Whole names as panels write them.
    [
      '🔥 Instagram Followers ➤ Max 1M | Speed: 20K-50K/Day | Real Mixed | 30 Days ♻️',
      { refill: 30, speed: 20_000, max: 1_000_000, quality: 'real mixed' },
      'bars',
    ],
    [
      'YouTube Views [ Speed: 50k-100k/D ] [ INSTANT ] [ Lifetime Guaranteed ] [ 10M ]',
      { refill: 3650, start: 0, speed: 50_000, max: 10_000_000 },
      'brackets',
    ],
    ['Facebook Post Likes ~ 𝗥𝟯𝟬 ~ 𝟱𝟬𝗞 𝗠𝗔𝗫 ~ 1K/day', { refill: 30, speed: 1000, max: 50_000 }, 'tildes'],
    [
      'TikTok Followers 「HQ」「R15」「Start 0-3 H」「Day 2K」',
      { refill: 15, start: 180, quality: 'hq' },
      'a form of speed that is not read',
    ],
  ] as const)('%s: %j (%s)', (name, expected, _reason) => {
    expect(valuesOf(readFacts(name))).toEqual(expected);
  });
});

describe('a description', () => {
  test.each([
    [
      'Followers',
      'Start: 0-1 hour<br>Speed: 5K per day<br>Refill: 30 days',
      { refill: 30, start: 60, speed: 5000 },
      'lines',
    ],
    ['Followers [No Refill]', 'Refill: 30 days', { refill: 0 }, 'the name counts'],
    ['Followers [R30] [R60]', 'Refill: 30 days', {}, 'it does not settle what the name means'],
    ['Followers', 'No refill if you change your name', {}, 'a condition'],
    ['Followers', 'Quality: Real, active', { quality: 'real active' }, 'a line on quality'],
    ['Followers', 'We have real people who answer from India', {}, 'sentences say nothing'],
    ['Followers', '🌍 Location: Bangladesh\nRefill: No', { refill: 0, country: 'BD' }, 'a line on the country'],
    ['Followers', 'Complete within 30 days, refill after 24 hours', {}, 'other times'],
  ] as const)('%s, %j: %j (%s)', (name, description, expected, _reason) => {
    expect(valuesOf(readFacts(name, description))).toEqual(expected);
  });
});

test('a fact has the words that it came from, as they are shown', () => {
  expect(readFacts('𝐈𝐧𝐬𝐭𝐚 Followers [𝟑𝟎 𝐃𝐚𝐲𝐬 𝐑𝐞𝐟𝐢𝐥𝐥] 🇧🇩 Real & Active')).toEqual({
    refill: { days: 30, auto: false, words: '𝟑𝟎 𝐃𝐚𝐲𝐬 𝐑𝐞𝐟𝐢𝐥𝐥' },
    country: { code: 'BD', words: '🇧🇩' },
    quality: { is: ['real', 'active'], words: 'Real, Active' },
  });
});

const piece = fc.constantFrom(
  ...[
    'Refill',
    '30',
    'days',
    'R30',
    '[',
    ']',
    '|',
    '0-',
    '1H',
    '5',
    'K',
    '/Day',
    'Max',
    'Start',
    'Instant',
    'No',
    'Drop',
    '%',
  ],
  ...['♻️', '🇧🇩', 'Real', 'HQ', 'lifetime', 'guarantee', '৩০', 'দিন', 'রিফিল', '𝟑', ' ', '  ', '\n', '-', ':', '.', ','],
);
const name = fc
  .array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 40 })
  .map((all) => all.join(''));

test('facts come from words of the text, and a cleaned text says the same', () => {
  fc.assert(
    fc.property(name, (typed) => {
      const shown = shownText(typed);
      const facts = readFacts(typed);
      for (const [fact, { words }] of Object.entries(facts)) {
        for (const part of fact === 'quality' ? words.split(', ') : [words]) expect(shown).toContain(part);
      }
      expect(readFacts(shown)).toEqual(facts);
    }),
    { numRuns: 500 },
  );
});

test.each([
  'refill ',
  '[',
  'a [',
  'R30 ',
  '0-',
  '5K',
  'no ',
  '1,000',
  '🇧🇩',
  '9',
  ' ',
  '\n',
  '<',
  'auto ',
  '30 days ',
  'র',
  'instant ',
])('60 kB of %j are read', (part) => {
  const text = part.repeat(60_000 / part.length);
  expect(readFacts(text, text)).toBeTypeOf('object');
});

test('what is behind the longest description is not read', () => {
  expect(readFacts('Followers', `${'-'.repeat(LONGEST_DESCRIPTION)} Refill: 30 days`)).toEqual({});
});
