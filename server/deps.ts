import type { Db } from '../db/client.ts';
import type { Config } from './env.ts';
import type { EventBus } from './events/event-bus.ts';
import { type AccessTokens, createAccessTokens } from './identity/access-token.ts';
import { createDevices, type Devices } from './identity/devices.ts';
import { createPasswords, type Passwords } from './identity/passwords.ts';
import { createRefreshTokens, type RefreshTokens } from './identity/refresh-token.ts';
import { createSessionLookup, type SessionLookup } from './identity/session-lookup.ts';
import { createKeptAnswers, type KeptAnswers } from './kept/kept-answers.ts';

/** What the server is built with once and hands to every request. */
export interface Deps {
  db: Db;
  config: Config;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
  devices: Devices;
  findSession: SessionLookup;
  passwords: Passwords;
  /** What changes, told to every process of this database. */
  events: EventBus;
  /** Answers that are the same for everybody, written once. */
  answers: KeptAnswers;
  /** Tells the mailer that something waits in the outbox. */
  mailWaiting: () => void;
  /** Told how each call of a procedure ended: `ok` or the code of its refusal. */
  callEnded: (procedure: string, outcome: string, milliseconds: number) => void;
}

interface DepsOptions {
  db: Db;
  config: Config;
  /** Signs tokens; the same on every server of one database. */
  secret: string;
  passwords?: Passwords;
  /** The caller started it and stops it. */
  events: EventBus;
  mailWaiting: () => void;
  callEnded?: Deps['callEnded'];
}

export function createDeps({
  db,
  config,
  secret,
  passwords = createPasswords(),
  events,
  mailWaiting,
  callEnded = () => {},
}: DepsOptions): Deps {
  return {
    db,
    config,
    accessTokens: createAccessTokens(secret),
    refreshTokens: createRefreshTokens(secret),
    devices: createDevices(secret),
    findSession: createSessionLookup(db),
    passwords,
    events,
    answers: createKeptAnswers(events),
    mailWaiting,
    callEnded,
  };
}
