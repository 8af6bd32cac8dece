import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { RequestKind } from '#shared/request-status.ts';
import type { Person } from './people.ts';

/** What is said in a ticket, in turns: the customer's first words, the shop's answer, the customer's next ones. */
interface Ticket {
  subject: string;
  turns: string[];
  closed?: true;
}

const tickets: Ticket[] = [
  {
    subject: 'Followers are dropping',
    turns: ['I bought 1,000 followers last week and 120 have gone. Can I get a refill?'],
  },
  {
    subject: 'টাকা পাঠিয়েছি, ব্যালেন্স আসেনি',
    turns: ['বিকাশ থেকে ১,২৬০ টাকা পাঠিয়েছি, কিন্তু ব্যালেন্স এখনো যোগ হয়নি। দয়া করে দেখবেন।'],
  },
  {
    subject: 'How do I order for a private page?',
    turns: [
      'My page is private. Can I still order likes?',
      'Please make the page public until the order is completed. After that you can make it private again.',
    ],
  },
  {
    subject: 'ভুল লিংক দিয়েছি',
    turns: [
      'অর্ডারে ভুল লিংক দিয়ে ফেলেছি। বাতিল করা যাবে?',
      'অর্ডারটি এখনো শুরু না হলে বাতিল করা যায়। অর্ডারের পেজ থেকে বাতিলের অনুরোধ করুন।',
      'করেছি, ধন্যবাদ। কখন টাকা ফেরত আসবে?',
    ],
  },
  {
    subject: 'Reseller discount',
    turns: [
      'I order for about 40 clients a month. Is there a better price?',
      'Thank you! Prices are the same for all, but large orders are delivered first.',
    ],
    closed: true,
  },
];

/** Opens tickets that wait for the shop, wait for the customer, and are closed. */
export async function writeTickets(admin: Person, customers: Person[]): Promise<void> {
  const { tickets: ofAdmin } = admin.client.admin;
  for (const [nth, { subject, turns, closed }] of tickets.entries()) {
    const customer = customers[nth % customers.length];
    if (!customer) return;
    const [first = '', ...more] = turns;
    const { id } = await customer.client.tickets.open.mutate({ subject, message: first });
    for (const [turn, message] of more.entries())
      await (turn % 2 === 0
        ? ofAdmin.reply.mutate({ id, message })
        : customer.client.tickets.reply.mutate({ id, message }));
    if (closed) await ofAdmin.close.mutate({ id });
  }
}

/** A banner, and a page of news. @param welcome the banner's text */
export async function writeNotices({ client }: Person, welcome: string): Promise<void> {
  const { create } = client.admin.notices;
  await create.mutate({
    ...{ title: 'This is a demonstration', body: welcome, kind: 'banner', level: 'info', dismissible: true },
  });
  await create.mutate({
    title: 'Faster Facebook followers',
    body: 'Facebook page followers now start within an hour, with a refill for 30 days.',
    ...{ kind: 'page', level: 'info', dismissible: true },
  });
}

/** How many requests of each kind wait. */
const asked: Record<RequestKind, number> = { refill: 3, cancel: 2, speed_up: 1 };

/** Lets customers ask for refills, cancellations and speed-ups of their orders, where the shop offers them. */
export async function askForRequests(db: Db, customers: Person[]): Promise<void> {
  const left = { ...asked };
  for (const { client, userName } of customers) {
    const rows = await db.execute<{ id: number }>(sql`
      select o.id from orders o join services s on s.id = o.service_id join users u on u.id = o.user_id
      where u.user_name = ${userName} and (s.refill_days is not null or s.cancel or s.speed_up)
      order by o.id desc limit 50`);
    if (rows.length === 0) continue;
    const { items } = await client.orders.askable.query({ ids: rows.map(({ id }) => id) });
    for (const { id, askable } of items) {
      const kind = (Object.keys(asked) as RequestKind[]).find((each) => left[each] > 0 && askable[each].possible);
      if (!kind) continue;
      left[kind]--;
      await client.orders.request.mutate({ id, kind });
    }
  }
}
