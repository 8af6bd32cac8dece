import { type ErrorCode, errorMessages } from '#shared/errors.ts';
import { errors } from './common.ts';

/** The server's errors, for a message without its own translation. */
export const errorsByCode: Record<ErrorCode, string> = {
  ...errors,
  bad_input: 'কিছু তথ্য ঠিক করা দরকার।',
  unauthenticated: 'আগে লগইন করুন',
  session_ended: 'আপনার সেশন শেষ হয়ে গেছে। আবার লগইন করুন।',
  forbidden: 'এই কাজের অনুমতি আপনার নেই।',
  foreign_origin: 'অনুরোধটি এই প্যানেল থেকে আসেনি। প্যানেল খুলে আবার চেষ্টা করুন।',
  invalid_credentials: 'ইউজারনেম বা পাসওয়ার্ড ভুল',
  wrong_password: 'বর্তমান পাসওয়ার্ড ঠিক নয়।',
  reset_token_invalid: 'এই রিসেট লিংক আর কাজ করে না। নতুন লিংক চেয়ে নিন।',
  email_token_invalid: 'এই লিংক আর কাজ করে না। ইমেইল ঠিকানা আবার বদলান।',
  user_name_taken: 'এই ইউজারনেম আগেই নেওয়া হয়েছে।',
  email_taken: 'এই ইমেইল দিয়ে আগেই একটি অ্যাকাউন্ট খোলা আছে।',
  not_found: 'পাওয়া যায়নি।',
  service_not_found: 'এই সার্ভিস এখন আর নেই।',
  service_changed: 'আপনি খোলার পর অন্য কেউ এই সার্ভিস বদলেছেন।',
  quantity_out_of_range: 'এই পরিমাণ এই সার্ভিসে নেওয়া হয় না।',
  catalogue_changed: 'এই প্রিভিউর পর ক্যাটালগ বদলে গেছে। এখন কী কী বদলাবে দেখে নিন।',
  price_changed: 'দাম বদলে গেছে। দেখে নিয়ে আবার সাবমিট করুন।',
  insufficient_balance: 'ব্যালেন্স যথেষ্ট নয়। ব্যালেন্স যোগ করে আবার চেষ্টা করুন।',
  idempotency_conflict: 'এই অনুরোধের আইডি আগেই অন্য একটি অনুরোধে ব্যবহার করা হয়েছে।',
  order_final: 'এই অর্ডার শেষ হয়ে গেছে, আর বদলানো যাবে না।',
  order_transition: 'বাতিল করা অর্ডার শুধু আবার অনুমোদন করা যায়।',
  remaining_out_of_range: 'ডেলিভারি না হওয়া পরিমাণ কমপক্ষে ১ এবং অর্ডারের চেয়ে কম হতে হবে।',
  rate_changed: 'রেট বদলে গেছে। মোট টাকা দেখে নিয়ে আবার সাবমিট করুন।',
  method_unavailable: 'এই পেমেন্ট পদ্ধতি এখন নেই। অন্য একটি বেছে নিন।',
  method_in_use: 'এই পেমেন্ট পদ্ধতিতে রিচার্জ আছে। মুছে না ফেলে বন্ধ করে রাখুন।',
  reference_used: 'এই ট্রানজেকশন আইডি আগেই ব্যবহার করা হয়েছে।',
  batch_too_large: 'একবারে এত অনুরোধ পাঠানো যায় না। কম করে পাঠান।',
  settings_changed: 'এর মধ্যে অন্য কেউ এই সেটিংস বদলে দিয়েছেন।',
  ticket_closed: 'এই টিকিট বন্ধ। লিখতে চাইলে আবার খুলুন।',
  too_many_tickets: 'আপনার ১০টি টিকিট খোলা আছে। সেগুলোর একটিতে লিখুন, বা মিটে গেছে এমন একটি বন্ধ করুন।',
  too_many_messages: 'এক ঘণ্টায় অনেক মেসেজ পাঠিয়েছেন। একটু অপেক্ষা করে আবার চেষ্টা করুন।',
  too_many_favourites: 'পছন্দের তালিকায় ৫০০টি সার্ভিস আছে। আগে একটি সরান।',
  already_decided: 'এটির সিদ্ধান্ত আগেই হয়ে গেছে।',
  self_block: 'নিজেকে ব্লক করা যায় না।',
  last_admin: 'শেষ সক্রিয় অ্যাডমিনকে ব্লক করা যায় না।',
  user_blocked: 'এই ইউজার ব্লক করা আছে। আগে আনব্লক করুন।',
  too_many_requests: 'অনেকবার চেষ্টা করা হয়েছে। একটু অপেক্ষা করে আবার চেষ্টা করুন।',
  busy: 'সার্ভার এখন ব্যস্ত। একটু পরে আবার চেষ্টা করুন।',
  payload_too_large: 'অনুরোধটি অনেক বড়।',
};

/** The same by their English messages. */
export const errorsByMessage: Record<string, string> = Object.fromEntries(
  (Object.keys(errorMessages) as ErrorCode[]).map((code) => [errorMessages[code], errorsByCode[code]]),
);
