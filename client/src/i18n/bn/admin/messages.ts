/** Messages that only admins get, such as those of an imported file. */
export const adminMessages: Record<string, string> = {
  'A job has at most 10,000 rows. Start another one for the rest':
    'একটি বাল্ক কাজে সর্বোচ্চ ১০,০০০টি সারি থাকে। বাকিগুলোর জন্য আরেকটি শুরু করুন',
  'A row is listed twice': 'একটি সারি দুবার আছে',
  'Choose at least one row': 'কমপক্ষে একটি সারি বাছুন',
  'A quote is opened and never closed': 'একটি উদ্ধৃতি চিহ্ন খোলা হয়েছে, বন্ধ করা হয়নি',
  'Enter dollars from 0 to 100,000, with up to 2 decimals': '০ থেকে ১,০০,০০০ ডলারের মধ্যে লিখুন, দশমিকের পর সর্বোচ্চ ২ ঘর',
  'Hidden must be yes or no': 'Hidden-এ yes বা no লিখুন',
  'It has a character that can not be read. Save the file as CSV UTF-8':
    'এতে এমন অক্ষর আছে যা পড়া যায় না। ফাইলটি CSV UTF-8 হিসেবে সেভ করুন',
  'It is that of another service already': 'এটি আগে থেকেই অন্য সার্ভিসের',
  'It is that of service {number} already': 'এটি আগে থেকেই {number} নম্বর সার্ভিসের',
  'It is that of service {number}, which was deleted': 'এটি মুছে ফেলা {number} নম্বর সার্ভিসের',
  'It is that of service {number}, which was deleted. Restore it first':
    'এটি মুছে ফেলা {number} নম্বর সার্ভিসের। আগে সেটি ফিরিয়ে আনুন',
  'Line {line} has the same external id': '{line} নম্বর লাইনে একই এক্সটারনাল আইডি আছে',
  'Line {line} is about the same service': '{line} নম্বর লাইনটি একই সার্ভিসের',
  "Line {line} of the file can't be read as CSV": 'ফাইলের {line} নম্বর লাইন CSV হিসেবে পড়া যায় না',
  'Line {line} of the file has a quote within a cell that is not quoted':
    'ফাইলের {line} নম্বর লাইনে উদ্ধৃতিহীন ঘরের ভেতরে উদ্ধৃতি চিহ্ন আছে',
  'Line {line} of the file has text behind a closing quote': 'ফাইলের {line} নম্বর লাইনে শেষ উদ্ধৃতি চিহ্নের পরে লেখা আছে',
  'Must be at most $100,000': 'সর্বোচ্চ $১,০০,০০০ হতে পারে',
  'Price may have at most 6 decimals': 'দামে দশমিকের পর সর্বোচ্চ ৬ ঘর থাকতে পারে',
  'Price must be dollars with a point and without commas, such as 1250.50':
    'দাম ডলারে লিখুন, কমা ছাড়া, দশমিকের জন্য বিন্দু দিয়ে, যেমন 1250.50',
  'Remains is out of range': 'বাকি পরিমাণ সীমার বাইরে',
  'Remains is required': 'বাকি পরিমাণ দিন',
  'Remains must be a whole number': 'বাকি পরিমাণ পূর্ণ সংখ্যা হতে হবে',
  'Remains must be at least 0': 'বাকি পরিমাণ কমপক্ষে ০ হতে হবে',
  'Remains must be at most {max}': 'বাকি পরিমাণ সর্বোচ্চ {max} হতে পারে',
  'Service {number} was deleted. Restore it first': '{number} নম্বর সার্ভিস মুছে ফেলা হয়েছে। আগে ফিরিয়ে আনুন',
  'Some prices would be nothing or too large.': 'কিছু দাম শূন্য বা অনেক বেশি হয়ে যাবে।',
  'Start count is out of range': 'শুরুর সংখ্যা সীমার বাইরে',
  'Start count is required': 'শুরুর সংখ্যা দিন',
  'Start count must be a whole number': 'শুরুর সংখ্যা পূর্ণ সংখ্যা হতে হবে',
  'Start count must be at least 0': 'শুরুর সংখ্যা কমপক্ষে ০ হতে হবে',
  'The column {column} is there twice': '{column} কলামটি দুবার আছে',
  'The file has headers and no lines': 'ফাইলে হেডার আছে, লাইন নেই',
  'The file has more than {count} lines': 'ফাইলে {count}টির বেশি লাইন আছে',
  'The file has too many columns': 'ফাইলে কলাম অনেক বেশি',
  'The id must be a whole number': 'id পূর্ণ সংখ্যা হতে হবে',
  'The server can not store secrets yet. Set SECRETS_KEY to the output of "openssl rand -base64 32" and start it again.':
    'সার্ভারে এখনো গোপন তথ্য রাখা যায় না। "openssl rand -base64 32" কমান্ডের আউটপুট SECRETS_KEY-তে বসিয়ে সার্ভার আবার চালু করুন।',
  'The line has {cells} cells and the headers are {headers}: a text with a separator in it needs quotes':
    'লাইনে {cells}টি ঘর, হেডার {headers}টি: লেখার ভেতরে কমা থাকলে উদ্ধৃতি চিহ্ন দিন',
  'There is no column {names}. The columns are {columns}': '{names} নামে কলাম নেই। কলামগুলো হলো {columns}',
  'There is no service {number}. Leave the id empty to make a new one': '{number} নম্বর সার্ভিস নেই। নতুন বানাতে id খালি রাখুন',
};
