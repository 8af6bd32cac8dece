import type { outgoingTexts } from '../../en/admin/outgoing.ts';
import type { TranslationOf } from '../../texts.ts';

export const outgoing: TranslationOf<typeof outgoingTexts> = {
  ask: 'ইমেইল ও কাজগুলো চালু করবেন?',
  askText: 'সঙ্গে সঙ্গে চালু হবে: {mails}, {jobs}।',
  done: 'চালু হয়েছে',
  doneText: 'ইমেইল ও বাল্ক কাজ আবার চলছে।',
  drop: 'বাদ দিন: কিছু হয়তো পৌঁছাবে না',
  failed: 'চালু করা যায়নি',
  jobs: { other: '{count}টি বাল্ক কাজ' },
  mails: { other: '{count}টি ইমেইল' },
  older: { other: 'ব্যাকআপ ফিরিয়ে আনার আগের {count}টি ইমেইল' },
  olderHint: 'যে প্যানেল থেকে ব্যাকআপ নেওয়া হয়েছিল, সেটি এগুলো আগেই পাঠিয়ে থাকতে পারে। লগইন বা ঠিকানা নিশ্চিত করার লিংক এর মধ্যে নেই।',
  release: 'চালু করুন…',
  releaseNow: 'চালু করুন',
  releasing: 'চালু হচ্ছে…',
  send: 'পাঠান: কিছু হয়তো দুবার যাবে',
  text: 'এই প্যানেল {at}-এ একটি ব্যাকআপ থেকে ফিরিয়ে আনা হয়েছে। কোনো অ্যাডমিন চালু না করা পর্যন্ত কিছুই পাঠানো হবে না। অপেক্ষায়: {mails}, {jobs}।',
  title: 'ইমেইল ও বাল্ক কাজ আটকে রাখা হয়েছে',
};
