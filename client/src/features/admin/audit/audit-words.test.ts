import { expect, test } from 'vitest';
import { changesOf, summaryOf, wordsOf } from './audit-words.ts';

const inWords = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  summaryOf(changesOf({ before, after }));

test("a change is displayed by field, in the unit of the field's name", () => {
  const before = { priceMicros: 1_200_000, max: 1000, status: 'pending', hidden: false, ratePaisa: 12_600 };
  const after = { priceMicros: 1_500_000, max: 5000, status: 'rejected', hidden: true, ratePaisa: 12_750 };
  expect(inWords(before, after)).toBe(
    'Price $1.20 → $1.50, Max 1,000 → 5,000, Pending → Rejected, Hidden no → yes, Rate ৳126 → ৳127.5',
  );
});

test('stored words of choices are displayed in words', () => {
  const before = { platform: null, kinds: null, linkFit: 'refuse', oneOpenOrderPerLink: true };
  const after = { platform: 'tiktok', kinds: ['video', 'live'], linkFit: 'note', oneOpenOrderPerLink: false };
  expect(inWords(before, after)).toBe(
    'Platform none → TikTok, Kinds of link none → video live stream, A link that does not fit Refused → Ordered and noted, One open order for a link yes → no',
  );
});

test('a new or removed value has no arrow', () => {
  expect(inWords(null, { name: 'Likes', image: null })).toBe('Name Likes, Image none');
  expect(inWords({ name: 'Likes' }, null)).toBe('Name Likes');
  expect(inWords({ status: 'rejected' }, { status: 'completed', amountNanos: -1_000_000_000 })).toBe(
    'Rejected → Completed',
  );
});

test('fields and actions unknown to this build, and names that every object has, are displayed unchanged', () => {
  expect(inWords({ newThing: { a: 1 } }, { newThing: [], constructor: 'x' })).toBe(
    'New thing {"a":1} → none, Constructor x',
  );
  expect(wordsOf({ action: 'planet.move', after: null })).toBe('planet.move');
});

test('a decision is labelled by its kind', () => {
  expect(wordsOf({ action: 'order.decide', after: { status: 'rejected' } })).toBe('Rejected order');
  expect(wordsOf({ action: 'recharge.decide', after: { status: 'approved' } })).toBe('Approved recharge');
  expect(wordsOf({ action: 'order.decide', after: { status: 'lost' } })).toBe('Decided order');
});

test('balance taken back is not labelled as given', () => {
  expect(wordsOf({ action: 'user.giveBalance', after: { amountNanos: 5 } })).toBe('Gave balance to');
  expect(wordsOf({ action: 'user.giveBalance', after: { amountNanos: -5 } })).toBe('Took balance from');
});

test('a long text is cut in the line and complete below it', () => {
  const changes = changesOf({ before: { description: 'a' }, after: { description: 'b\n'.repeat(500) } });
  expect(summaryOf(changes)).toBe(`Description a → ${'b '.repeat(30).slice(0, 59)}…`);
  expect(changes[0]?.to).toHaveLength(1000);
});

test('categories have their names where they are known, and facts are in words', () => {
  const before = { category: 'instagram-followers', quality: ['hq'], drop: 'low', slug: 'instagram-fans' };
  const after = { category: 'spotify-plays', quality: ['real', 'hq'], drop: null, slug: 'instagram-followers' };
  const nameOf = (slug: string) => (slug === 'instagram-followers' ? 'Instagram › Followers' : slug);
  expect(summaryOf(changesOf({ before, after }, nameOf))).toBe(
    'Category Instagram › Followers → spotify-plays, Quality High quality → Real High quality, Drop Low drop → none, Address instagram-fans → instagram-followers',
  );
  expect(inWords({ order: 'instagram, tiktok' }, { order: 'tiktok, instagram' })).toBe(
    'Order Instagram, TikTok → TikTok, Instagram',
  );
});
