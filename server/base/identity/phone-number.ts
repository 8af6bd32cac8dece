import { type SQL, sql } from 'drizzle-orm';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { users } from '#db/schema/users.ts';
import { latinDigits } from '#shared/latin-digits.ts';

/** A number without a country code belongs there if it can. */
const SHOP_COUNTRY = 'BD';

/** The one form (E.164) of a phone number in any spelling; null for a text that is none, or that has an extension. */
export function readPhone(text: string): string | null {
  const plain = latinDigits(text.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  // Other countries' numbers are often typed without the plus.
  for (const each of [plain, `+${plain}`]) {
    const number = parsePhoneNumberFromString(each, { defaultCountry: SHOP_COUNTRY, extract: false });
    if (number?.isPossible() && number.ext === undefined) return number.number;
  }
  return null;
}

/** The columns of a user's phone; every statement that writes one of them writes all. */
export function phoneColumns(phone: string) {
  return { phone, phoneE164: readPhone(phone), phoneRead: phone };
}

/** Whether a user has the number. Written like the index `users_phone_e164_idx`. */
export function hasPhone(phoneE164: string | SQL): SQL {
  return sql`(${users.phoneE164} = ${phoneE164} and ${users.phoneRead} = ${users.phone})`;
}
