import type { FirstStart } from './first-start.ts';

export interface GreetingFacts extends FirstStart {
  url: string;
  /** Where the data is. */
  data: string;
  /** Where the mails go. */
  mails: string;
}

/** What the terminal shows once the panel answers: where it is, how to get in, and what is still to be done. */
export function greeting({ url, data, mails, admin, password, isGuessable, unpayable }: GreetingFacts): string {
  const lines = ['', `  Panel     ${url}`, `  Data      ${data}`, `  Mails     ${mails}`, `  Admin     ${admin}`];
  if (password) {
    lines.push(`  Password  ${password}   (shown this once; make a new one with: npm run admin:create)`);
  } else {
    lines.push('            for a new password, or another admin: npm run admin:create');
  }
  if (isGuessable)
    lines.push(
      '',
      '  The password in ADMIN_PASSWORD is easily guessed, or too short for an admin. Get a better one: npm run admin:create',
    );
  if (unpayable.length > 0) {
    lines.push(
      '',
      `  Before customers can pay, put in your own numbers under Dashboard > Settings: ${unpayable.join(', ')}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
