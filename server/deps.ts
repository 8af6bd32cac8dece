import type { Db } from '../db/client.ts';
import type { Config } from './env.ts';
import type { AccessTokens } from './features/auth/access-token.ts';
import type { Passwords } from './features/auth/passwords.ts';

/** What the server is built with once and hands to every request. */
export interface Deps {
  db: Db;
  config: Config;
  accessTokens: AccessTokens;
  passwords: Passwords;
  /** Tells the mailer that something waits in the outbox. */
  mailWaiting: () => void;
}
