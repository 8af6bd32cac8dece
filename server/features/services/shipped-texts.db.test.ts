import { expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import { addTypedServices, typedServices, variant } from '#db/seed/demo-services.ts';
import { seedCatalogue, seedServices } from '#db/seed/new-shop.ts';
import { ruleOf, type ServiceType } from '#shared/service-types.ts';
import { testApp } from '../../testing/app.ts';
import { dollars } from '../../testing/factories.ts';
import { registerWith } from '../../testing/people.ts';

interface Shipped {
  name: string;
  description: string;
  type?: ServiceType | undefined;
  refillDays?: number | null | undefined;
  cancel?: boolean | undefined;
  speedUp?: boolean | undefined;
  min: number;
  avgTimeHours: number;
}

/** Every service of a new shop, of the demo, and one of the demo's variants from each region. */
const shipped: Shipped[] = [
  ...seedServices(),
  ...(typedServices as Shipped[]),
  ...Array.from({ length: 8 * 60 }, (_, number) => variant(seedServices(), number)),
];

const wholeText = ({ name, description }: Shipped) => `${name}. ${description}`;
const sentencesOf = ({ description }: Shipped) => description.split(/\.\s*/).filter((sentence) => sentence !== '');

/** Each kind of promise: whether the text and the service disagree about it. */
const broken: Record<string, (service: Shipped) => boolean> = {
  'a refill': (service) => {
    const text = wholeText(service);
    const days = [...text.matchAll(/refill(?:ed)?(?: for)? (\d+) days/gi)].map(([, each]) => Number(each));
    return /(?<!no )refill/i.test(text) && (days.length === 0 || days.some((each) => each !== service.refillDays));
  },
  'no refill, though it has one': (service) => /no refill/i.test(wholeText(service)) && Boolean(service.refillDays),
  'a guarantee': (service) => {
    const least = Number(/at least (\d+) days/i.exec(wholeText(service))?.[1] ?? 1);
    return /guarantee|lifetime|warranty|no drop|at least \d+ days/i.test(wholeText(service))
      ? (service.refillDays ?? 0) < least
      : false;
  },
  'own comments': (service) =>
    /you write|by you|your comments|comments, custom/i.test(wholeText(service)) !==
    ruleOf(service.type ?? 'default').takesComments,
  'a package': (service) =>
    /\bpackage\b/i.test(service.name) !== (ruleOf(service.type ?? 'default').quantity === 'one'),
  'a cancel': (service) => /cancel/i.test(wholeText(service)) && !service.cancel,
  'a speed-up': (service) => /speed(ed)?[ -]up|priority/i.test(wholeText(service)) && !service.speedUp,
  // No type of service has one.
  'a drip-feed': (service) => /drip/i.test(wholeText(service)),
  'a country': (service) => {
    const named = /Worldwide|Bangladesh|South Asia|Middle East|Europe|Brazil|Turkey|Nigeria/.exec(service.name)?.[0];
    const places = { Worldwide: 'many countries', 'South Asia': 'Bangladesh, India and Pakistan|South Asia' };
    const place = new RegExp(named ? (places[named as keyof typeof places] ?? named) : 'no place');
    const described = /(?:from|in) (?:many countries|Bangladesh|South Asia|Middle East|Europe|Brazil|Turkey|Nigeria)/;
    return described.test(service.description) && !place.test(service.description);
  },
  'a start': (service) => {
    const [, count, unit] = /within (\d+) (minute|hour|day)/.exec(service.description) ?? [];
    const hours = { minute: 1 / 60, hour: 1, day: 24 }[unit ?? ''] ?? 0;
    return Number(count ?? 0) * hours > service.avgTimeHours;
  },
  'a link that no sample stands for': (service) =>
    sentencesOf(service).some((sentence) => asksForLink.test(sentence) && linksFor(sentence).length === 0),
};

const asksForLink = /^(Send|End|Write|Add|Put|Enter|Paste)\b|\blink with\b/;

/** Links in the form that a sentence asks for. */
function linksFor(sentence: string): string[] {
  const [, ending] = /^End the link with .*such as (\S+)$/.exec(sentence) ?? [];
  if (ending) return ['https://t.me/shopbd/42', 'x.com/shopbd/status/42'].map((link) => link + ending);
  return (
    {
      'Send the link of the post': ['https://www.facebook.com/shopbd/posts/42'],
      'Send the link of the channel': ['https://t.me/shopbd', 't.me/shopbd'],
      'Send the link of the update': ['https://whatsapp.com/channel/0029VaShopBd/100'],
      'Send the invite link of the channel': ['https://whatsapp.com/channel/0029VaShopBd'],
      'Send a public link or an invite link': ['https://t.me/shopbd', 'https://t.me/+AbCdEfGhIjK'],
      'Send the user name only': ['dhaka.foods', '@dhaka_foods'],
    }[sentence] ?? []
  );
}

test.each(Object.entries(broken))('no shipped text is wrong about %s', (_kind, isBroken) => {
  expect(shipped.filter(isBroken).map(wholeText)).toEqual([]);
});

const kept = { name: 'Likes', description: 'By hand.', min: 10, avgTimeHours: 12 };
test.each<[keyof typeof broken, Partial<Shipped>]>([
  ['a refill', { description: 'Refilled for 30 days.' }],
  ['a refill', { name: 'Likes, Refill 60 Days', refillDays: 30 }],
  ['a refill', { description: 'Refilled if the number drops.', refillDays: 30 }],
  ['no refill, though it has one', { description: 'No refill.', refillDays: 30 }],
  ['a guarantee', { name: 'Members, No Drop' }],
  ['a guarantee', { description: 'They stay for at least 90 days.', refillDays: 30 }],
  ['own comments', { description: 'Comments that you write yourself.' }],
  ['own comments', { type: 'custom_comments' }],
  ['a package', { name: 'Starter Package' }],
  ['a package', { type: 'package' }],
  ['a cancel', { description: 'Can be canceled.' }],
  ['a speed-up', { description: 'Speed up on request.' }],
  ['a drip-feed', { description: 'Drip-feed is possible.' }],
  ['a country', { name: 'Likes, Brazil', description: 'Likes from Bangladesh.' }],
  ['a start', { description: 'Starts within 24 hours.' }],
  ['a link that no sample stands for', { description: 'Write the number of the answer behind the link.' }],
])('a text that is wrong about %s is found: %o', (kind, change) => {
  const all = Object.entries(broken).filter(([, isBroken]) => isBroken({ ...kept, ...change }));
  expect(all.map(([name]) => name)).toContain(kind);
  expect(broken[kind]?.(kept)).toBe(false);
});

test('what a text asks for can be ordered: its link in each form that it names, its comments, its minimum', async () => {
  const app = await testApp();
  await seedCatalogue(app.db);
  await addTypedServices(app.db);
  const customer = await registerWith(app, dollars(10_000));
  const { orders } = customer.client;
  for (const service of await app.db.select().from(services)) {
    const asked = sentencesOf(service).flatMap(linksFor);
    const comments = Array.from({ length: Math.max(service.min, 2) }, (_, nth) => `Well done, ${nth}`);
    const { takesComments, quantity } = ruleOf(service.type);
    for (const link of asked.length > 0 ? asked : ['https://example.com/shopbd']) {
      const { order } = await orders.place.mutate({
        serviceId: service.id,
        link,
        ...(takesComments && { comments }),
        ...(quantity === 'entered' && { quantity: service.min }),
      });
      expect(order.link.endsWith(link), `${service.name}: ${order.link}`).toBe(true);
    }
  }
});
