import type { Config } from '../base/env.ts';
import { createLog } from './log.ts';
import type { FirstStart } from './messages.ts';

/** Reports a start: sentences on a terminal, log lines in production. */
export interface StartReport {
  /** A step that takes a while, before the panel is ready. */
  busy: (sentence: string) => void;
  serving: (facts: GreetingFacts) => void;
  /** @param reason one sentence */
  failed: (reason: string) => void;
}

export function createStartReport(config: Pick<Config, 'production' | 'logLevel'>): StartReport {
  return config.production ? toLog(config) : toTerminal;
}

const toTerminal: StartReport = {
  busy: (sentence) => console.log(sentence),
  serving: (facts) => console.log(greeting(facts)),
  failed: (reason) => console.error(`\nCould not start: ${reason}\n`),
};

function toLog(config: Pick<Config, 'production' | 'logLevel'>): StartReport {
  const log = createLog(config);
  return {
    busy: (sentence) => log.info(sentence),
    failed: (reason) => log.fatal(`Could not start: ${reason}`),
    serving({ url, data, mails, admin, passwordFile, isGuessable, unpayable }) {
      log.info({ url, data, mails, admin }, 'the panel serves');
      if (passwordFile)
        log.warn(
          { admin, passwordFile },
          `the first admin's password is in ${passwordFile}: read it and remove the file`,
        );
      if (isGuessable)
        log.warn(
          'the password in ADMIN_PASSWORD is easily guessed, or too short for an admin; npm run admin:create makes a better one',
        );
      if (unpayable.length > 0)
        log.warn(
          { methods: unpayable },
          'customers can not pay yet: put in your own numbers under Dashboard > Settings',
        );
    },
  };
}

export interface GreetingFacts extends FirstStart {
  url: string;
  /** Where the data is. */
  data: string;
  /** Where the mails go. */
  mails: string;
}

/** The text on the terminal once the panel is ready. */
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
