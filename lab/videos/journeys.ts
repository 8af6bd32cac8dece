import type { scriptClient } from '../../e2e/accounts.ts';
import type { FilmedPage } from './filmed-page.ts';

type Client = ReturnType<typeof scriptClient>;
type Language = 'en' | 'bn';

/** The people of a video. */
export interface Cast {
  url: string;
  language: Language;
  /** Numbers transaction IDs, because each is used once. */
  take: string;
  asAdmin: Client;
  asCustomer: Client;
}

export interface Journey {
  /** Dollars that the customer has at the start. */
  dollars: number;
  /** The first page. */
  path: string;
  film: (filmed: FilmedPage, cast: Cast) => Promise<void>;
}

/** The three videos of a new shop, each by the name of its file. */
export const journeys = {
  'add-balance': { dollars: 0, path: '/dashboard/addBalance', film: addBalance },
  order: { dollars: 25, path: '/service', film: order },
  follow: { dollars: 25, path: '/dashboard/orderHistory', film: follow },
} satisfies Record<string, Journey>;

async function addBalance(filmed: FilmedPage, { language, take, asAdmin, asCustomer }: Cast): Promise<void> {
  const say = captions[language].addBalance;
  const { page } = filmed;
  filmed.say(say.choose);
  await filmed.show();
  await filmed.tap(page.getByText('Bkash', { exact: true }).first());
  filmed.say(say.amount);
  await filmed.tap(page.getByRole('button', { name: /^\$(10|১০)$/ }));
  filmed.say(say.total);
  await filmed.tap(page.getByText(/I accept the terms|শর্তাবলি মেনে নিচ্ছি/));
  await filmed.show(1_200);
  await filmed.tap(page.getByRole('link', { name: /Go to Payment|পেমেন্টে যান/ }));
  filmed.say(say.send);
  await page.getByRole('textbox').last().waitFor();
  await filmed.show();
  filmed.say(say.reference);
  await filmed.type(page.getByRole('textbox').last(), `9A7BC2${take}`);
  await filmed.tap(page.getByRole('button', { name: /VERIFY|ভেরিফাই/ }));
  filmed.say(say.checked);
  await page.waitForURL(/\/dashboard/);
  const [recharge] = (await asCustomer.balance.recharges.query({})).items;
  await asAdmin.admin.recharges.decide.mutate({ id: recharge?.id ?? 0, decision: 'approve' });
  await page.goto(new URL('/dashboard/rechargeHistory', page.url()).href);
  await page
    .getByText(/^(Approved|অনুমোদিত)$/)
    .last()
    .waitFor();
  await filmed.show(3_200);
}

async function order(filmed: FilmedPage, { language }: Cast): Promise<void> {
  const say = captions[language].order;
  const { page } = filmed;
  filmed.say(say.choose);
  await filmed.show();
  await filmed.tap(page.getByRole('tab', { name: /^(Facebook|ফেসবুক)/ }));
  await filmed.show(1_200);
  await filmed.tap(page.getByRole('button', { name: /^(Create Order|অর্ডার করুন)/ }).first());
  filmed.say(say.link);
  const dialog = page.getByRole('dialog');
  await filmed.type(dialog.getByRole('textbox').first(), 'https://facebook.com/dhaka.handicrafts');
  filmed.say(say.quantity);
  await filmed.tap(dialog.getByRole('button', { name: /^(1,000|১,০০০)$/ }));
  filmed.say(say.submit);
  await filmed.show(1_600);
  await filmed.tap(dialog.locator('button[type=submit]'));
  filmed.say(say.placed);
  await page
    .getByText(/Order Successful!|অর্ডার সফল হয়েছে!/)
    .first()
    .waitFor();
  await filmed.show(3_200);
}

async function follow(filmed: FilmedPage, { language, asAdmin, asCustomer }: Cast): Promise<void> {
  const say = captions[language].follow;
  const { page } = filmed;
  filmed.say(say.history);
  await filmed.show();
  const [last] = (await asCustomer.orders.list.query({})).items;
  const id = last?.id ?? 0;
  await filmed.tap(page.getByRole('link', { name: last?.serviceName ?? '' }).first());
  filmed.say(say.page);
  await page.getByRole('heading', { level: 1, name: String(id) }).waitFor();
  await filmed.show();
  const timeline = page.locator('ol').last();
  await filmed.center(timeline);
  filmed.say(say.timeline);
  await filmed.show(1_600);
  await asAdmin.admin.orders.decide.mutate({ id, decision: 'processing' });
  await timeline.getByRole('listitem').nth(1).waitFor();
  await filmed.center(timeline);
  await filmed.show(1_600);
  await asAdmin.admin.orders.decide.mutate({ id, decision: 'complete' });
  await timeline.getByRole('listitem').nth(2).waitFor();
  await filmed.center(timeline);
  filmed.say(say.done);
  await filmed.show();
  await page.goto(new URL('/dashboard/statement', page.url()).href);
  filmed.say(say.statement);
  await filmed.show(3_200);
}

/** One sentence a step; the product's own words are on the pictures. */
const captions = {
  en: {
    addBalance: {
      choose: 'Choose how you want to pay',
      amount: 'Pick an amount in dollars, or type one',
      total: 'See the total in taka and accept the terms',
      send: 'Send the money to this number: each part can be copied',
      reference: 'Enter the transaction ID from the message',
      checked: 'We check it, and it is on your balance',
    },
    order: {
      choose: 'Find the service you need',
      link: 'Paste the link of your page or post',
      quantity: 'Choose how many',
      submit: 'The price is shown before you submit',
      placed: 'Done. The order is with us at once',
    },
    follow: {
      history: 'All your orders are in Order History',
      page: 'Open one to see what it costs',
      timeline: 'The timeline moves by itself',
      done: 'Completed: you see when, without reloading',
      statement: 'Every charge and refund is in your statement',
    },
  },
  bn: {
    addBalance: {
      choose: 'কীভাবে টাকা দেবেন বেছে নিন',
      amount: 'ডলারের পরিমাণ চাপুন, বা লিখুন',
      total: 'মোট টাকা দেখে শর্তে টিক দিন',
      send: 'এই নম্বরে টাকা পাঠান: সবই কপি করা যায়',
      reference: 'মেসেজ থেকে ট্রানজেকশন আইডি লিখুন',
      checked: 'আমরা মিলিয়ে দেখি, আর ব্যালেন্সে যোগ হয়',
    },
    order: {
      choose: 'যে সার্ভিস দরকার তা খুঁজে নিন',
      link: 'আপনার পেজ বা পোস্টের লিংক দিন',
      quantity: 'কতটি চান বেছে নিন',
      submit: 'সাবমিট করার আগেই দাম দেখা যায়',
      placed: 'হয়ে গেল! অর্ডার সঙ্গে সঙ্গেই পৌঁছেছে',
    },
    follow: {
      history: 'আপনার সব অর্ডার থাকে অর্ডার হিস্টরিতে',
      page: 'একটি খুলে তার খরচ দেখুন',
      timeline: 'টাইমলাইন নিজে থেকেই এগোয়',
      done: 'সম্পন্ন: রিলোড ছাড়াই দেখা যায়',
      statement: 'প্রতিটি খরচ ও রিফান্ড স্টেটমেন্টে থাকে',
    },
  },
} as const;
