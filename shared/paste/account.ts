import { latinForm, visible } from './clean.ts';

/** Why a text is not an e-mail address or user name. */
export const accountProblems = {
  email_missing: 'Email is required',
  email_invalid: 'Invalid email address',
  email_dots: 'An email address has no two dots in a row: did you mean {suggestion}?',
  name_missing: 'Username is required',
  name_length: 'Username must be 3 to 32 characters',
  name_letter: 'Username needs at least one letter',
  name_characters: 'Username may have letters, digits, _ . and - only',
  name_proposal: 'Username may have letters, digits, _ . and - only: how about {suggestion}?',
} as const;
export type AccountProblem = keyof typeof accountProblems;

export interface AccountRefused {
  /** A sentence in English. */
  problem: string;
  code: AccountProblem;
  /** What was probably meant. */
  suggestion?: string;
}

export interface EmailRead {
  /** As typed, cleaned. */
  email: string;
  /** For a domain that nobody has, such as `gmail.con`: is this meant? */
  suggestion?: string;
}

/** Text, `@`, text with a dot, in a linear pattern; without the signs that stand around an address. */
const EMAIL = /^[^\s@\p{C}\\<>()[\],;:"]+@[^\s@\p{C}\\<>()[\],;:".]+\.[^\s@\p{C}\\<>()[\],;:"]+$/u;
const MAX_EMAIL_LENGTH = 254;

/** Misspelled domains of the common mail providers. */
const MISSPELLED: [RegExp, string][] = [
  [
    /^(?:gmail|gmai|gmal|gmial|gamil|gnail|gmaill|gmali|gemail|g-mail)\.(?:com|con|co|cm|om|cim|vom|comm|coom|cmo|ocm|xom)$/,
    'gmail.com',
  ],
  [/^(?:yahoo|yaho|yahho|yahooo)\.(?:com|con|co|cm|om|cim|vom|comm|coom|cmo|ocm)$/, 'yahoo.com'],
  [/^(?:hotmail|hotmial|hotmal|hotmai|hotmaill)\.(?:com|con|co|cm|om|cim|vom|comm|coom|cmo|ocm)$/, 'hotmail.com'],
  [/^(?:outlook|outlok|outlock|oulook)\.(?:com|con|co|cm|om|cim|vom|comm|coom|cmo|ocm)$/, 'outlook.com'],
  [/^(?:icloud|iclould|iclod)\.(?:com|con|co|cm|om|cim|vom|comm|coom|cmo|ocm)$/, 'icloud.com'],
];

/** Reads what people paste as an e-mail address: `mailto:`, `Name <address>`, a final dot. */
export function readEmail(text: string): EmailRead | AccountRefused {
  const typed = visible(text.slice(0, 2000));
  if (typed === '') return refuse('email_missing');
  const bracketed = /<([^<>\s]+)>[^<>@]{0,5}$/.exec(typed)?.[1] ?? typed;
  // A question mark is allowed before the sign, and begins a subject after it.
  const [, address = bracketed] = /^(?:mailto:)?([^@]*@[^?]*)/i.exec(bracketed) ?? [];
  const plain = latinForm(address);
  const email = (/^[\x21-\x7e]+$/.test(plain) ? plain : address).replaceAll(/^["'([]+|[.,;:"')\]]+$/g, '');
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email)) return refuse('email_invalid');
  if (email.includes('..')) return refuse('email_dots', email.replaceAll(/\.{2,}/g, '.'));
  const at = email.indexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const [, meant] = MISSPELLED.find(([form]) => form.test(domain)) ?? [];
  const other = meant ?? domain.replace(/\.con$/, '.com');
  return other === domain ? { email } : { email, suggestion: `${email.slice(0, at + 1)}${other}` };
}

export interface UserNameRead {
  userName: string;
}

/** Reads what people type as a user name; for `Md Rahim` it proposes `md.rahim`. */
export function readUserName(text: string): UserNameRead | AccountRefused {
  const typed = visible(text.slice(0, 200));
  if (typed === '') return refuse('name_missing');
  const plain = latinForm(typed);
  if (!/^[\w.-]+$/.test(plain)) {
    const proposal = plain
      .toLowerCase()
      .replaceAll(/[^\w.-]+/g, '.')
      .replaceAll(/\.{2,}/g, '.')
      .replaceAll(/^[.-]+|[.-]+$/g, '')
      .slice(0, 32);
    const isUsable = /^(?=.*[a-z])[\w.-]{3,}$/.test(proposal);
    return isUsable ? refuse('name_proposal', proposal) : refuse('name_characters');
  }
  if (plain.length < 3 || plain.length > 32) return refuse('name_length');
  return /[a-z]/i.test(plain) ? { userName: plain } : refuse('name_letter');
}

function refuse(code: AccountProblem, suggestion?: string): AccountRefused {
  const problem = accountProblems[code].replace('{suggestion}', suggestion ?? '');
  return suggestion === undefined ? { problem, code } : { problem, code, suggestion };
}
