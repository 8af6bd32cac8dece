import type { SavePaymentMethodInput } from '#shared/payment-methods.ts';

/** The five payment methods of a new shop. The recipients are not real numbers: an admin enters the shop's own. */
export const seedPaymentMethods: SavePaymentMethodInput[] = [
  mobile({
    name: 'Bkash',
    bangla: 'বিকাশ',
    ussdCode: '*247#',
    receipt: 'TrxID',
    recipient: '01XXX-XXXXXX',
    position: 1,
  }),
  mobile({ name: 'Nagad', bangla: 'নগদ', ussdCode: '*167#', receipt: 'TxnID', recipient: '01XXX-XXXXXX', position: 2 }),
  mobile({
    name: 'Rocket',
    bangla: 'রকেট',
    ussdCode: '*322#',
    receipt: 'TxnId',
    recipient: '01XXX-XXXXXX-X',
    position: 3,
  }),
  qr({ name: 'Binance', logo: '/payments/binance.svg', recipient: 'Binance Pay ID XXXXXXXXX', position: 4 }),
  qr({ name: 'stc', logo: '/payments/stc.svg', recipient: '05XXXXXXXX', position: 5 }),
];

interface MobileMoney {
  name: string;
  /** The name in Bengali. */
  bangla: string;
  ussdCode: string;
  /** What the wallet's confirmation message calls the transaction ID. */
  receipt: string;
  recipient: string;
  position: number;
}

function mobile({ name, bangla, ussdCode, receipt, recipient, position }: MobileMoney): SavePaymentMethodInput {
  return {
    name,
    kind: 'mobile',
    ussdCode,
    recipient,
    stepsBn: [
      `আপনার মোবাইল থেকে ${ussdCode} ডায়াল করে ${bangla} মেনুতে যান।`,
      'মেনু থেকে “Send Money” (সেন্ড মানি) বেছে নিন।',
      'প্রাপকের নম্বর হিসেবে {number} লিখুন।',
      'টাকার পরিমাণ হিসেবে {amount} লিখুন।',
      `নিশ্চিত করতে আপনার ${bangla} পিন (PIN) দিন।`,
      `${bangla} থেকে পাওয়া মেসেজের ট্রানজেকশন আইডি (${receipt}) এই পেজের ঘরে লিখে VERIFY বাটনে চাপ দিন।`,
    ],
    stepsEn: [
      `Dial ${ussdCode} on your phone to open the ${name} menu.`,
      'Choose “Send Money”.',
      'Enter {number} as the recipient’s number.',
      'Enter {amount} as the amount in taka.',
      `Confirm with your ${name} PIN.`,
      `Enter the transaction ID (${receipt}) from ${name}’s message on this page and press VERIFY.`,
    ],
    logo: `/payments/${name.toLowerCase()}.svg`,
    active: true,
    position,
  };
}

function qr(method: Pick<SavePaymentMethodInput, 'name' | 'logo' | 'recipient' | 'position'>): SavePaymentMethodInput {
  return { ...method, kind: 'qr', ussdCode: null, stepsBn: [], stepsEn: [], active: true };
}
