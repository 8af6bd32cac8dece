import type { Localized } from './localized.ts';

/** The texts of a new shop. `{shop}` stands for its name. */
export const initialHeroTitle: Localized = {
  en: 'The best panel for likes, followers and views',
  bn: 'লাইক, ফলোয়ার ও ভিউয়ের সেরা প্যানেল',
};

export const initialHeroText: Localized = {
  en: 'Top up once with Bkash, Nagad or Rocket. Order for any link in seconds. See every cent in your statement.',
  bn: 'বিকাশ, নগদ বা রকেটে একবার টাকা যোগ করুন। যেকোনো লিংকের জন্য কয়েক সেকেন্ডে অর্ডার করুন। প্রতিটি সেন্টের হিসাব স্টেটমেন্টে দেখুন।',
};

export const initialAboutText: Localized = {
  en: `{shop} sells social-media services: likes, followers, views, comments and shares. You top up a balance once, in taka, and order from it for any link, as often as you like.

## Affordable Pricing

Every service has one price per 1000, shown before you order. You pay for exactly the quantity you choose, to the fraction of a cent, and nothing is added on top.

## User-Friendly Interface

A link and a quantity are all an order needs. Your history shows where each order stands, and your statement every movement of your balance.

## Fast Delivery

An order is placed at any hour and reaches us at once. Each service names its average time, so that you know beforehand what to expect of it.

## Excellent Customer Support

Something is unclear, or an order is not what it should be? Ask us by email, live chat or ticket.

## Conclusion

One balance, one list of services, and every dollar accounted for.`,
  bn: `{shop} সোশ্যাল মিডিয়ার সার্ভিস বিক্রি করে: লাইক, ফলোয়ার, ভিউ, কমেন্ট ও শেয়ার। একবার টাকায় ব্যালেন্স যোগ করে যেকোনো লিংকের জন্য যতবার খুশি অর্ডার করুন।

## সাশ্রয়ী দাম

প্রতিটি সার্ভিসের প্রতি ১০০০-এর একটাই দাম, অর্ডারের আগেই দেখা যায়। যতটুকু নেবেন ঠিক ততটুকুরই দাম, সেন্টের ভগ্নাংশ পর্যন্ত; বাড়তি কিছু যোগ হয় না।

## সহজ ব্যবহার

অর্ডার করতে শুধু একটি লিংক আর পরিমাণ লাগে। কোন অর্ডার কোথায় আছে তা হিস্টরিতে, আর ব্যালেন্সের প্রতিটি লেনদেন স্টেটমেন্টে দেখা যায়।

## দ্রুত ডেলিভারি

যেকোনো সময় অর্ডার করা যায়, সঙ্গে সঙ্গেই তা আমাদের কাছে পৌঁছায়। প্রতিটি সার্ভিসে গড় সময় লেখা থাকে, তাই কী আশা করবেন তা আগেই জানেন।

## দারুণ কাস্টমার সাপোর্ট

কিছু বুঝতে পারছেন না, বা অর্ডার ঠিকমতো হয়নি? ইমেইল, লাইভ চ্যাট বা টিকেটে আমাদের জানান।

## শেষ কথা

একটাই ব্যালেন্স, একটাই সার্ভিসের তালিকা, আর প্রতিটি ডলারের হিসাব।`,
};

export const initialTermsText: Localized = {
  en: `- Balance can only be spent on platform services.
- There are no guaranteed delivery times.
- Rates may change without notice.
- Fraud leads to account termination.
- A chargeback or dispute leads to account termination.`,
  bn: `- ব্যালেন্স শুধু এই প্ল্যাটফর্মের সার্ভিসে খরচ করা যায়।
- ডেলিভারির সময়ের কোনো গ্যারান্টি নেই।
- রেট আগাম নোটিশ ছাড়াই বদলাতে পারে।
- প্রতারণা করলে অ্যাকাউন্ট বন্ধ করা হবে।
- চার্জব্যাক বা ডিসপিউট করলে অ্যাকাউন্ট বন্ধ করা হবে।`,
};

export const initialRefundText: Localized = {
  en: `- Deposits are non-refundable and cannot be reversed.
- Orders are not refunded or cancelled once placed, unless they are non-deliverable.
- Orders on private or misplaced accounts get no refund.`,
  bn: `- জমা দেওয়া টাকা ফেরতযোগ্য নয় এবং ফিরিয়ে নেওয়া যায় না।
- অর্ডার করার পর ডেলিভারি অসম্ভব না হলে রিফান্ড বা বাতিল করা হয় না।
- প্রাইভেট বা ভুল অ্যাকাউন্টের অর্ডারে রিফান্ড দেওয়া হয় না।`,
};
