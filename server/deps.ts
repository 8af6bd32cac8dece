import type { Db } from '../db/client.ts';
import { createResponseCache, type ResponseCache } from './cache/cached-response.ts';
import type { Config } from './env.ts';
import type { EventBus } from './events/event-bus.ts';
import { type AccessTokens, createAccessTokens } from './identity/access-token.ts';
import { createDevices, type Devices } from './identity/devices.ts';
import { createPasswords, type Passwords } from './identity/passwords.ts';
import { createRefreshTokens, type RefreshTokens } from './identity/refresh-token.ts';
import { createSessionLookup, type SessionLookup } from './identity/session-lookup.ts';
import { createLiveStreams, type LiveStreams } from './live/live-streams.ts';

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
  /** Responses that are the same for everybody. */
  responses: ResponseCache;
  /** Screens that follow what changes. */
  live: LiveStreams;
  /** Tells the mailer that something waits in the outbox. */
  mailWaiting: () => void;
  /** Told how each call of a procedure ended: `ok` or the code of its refusal. */
  onCallEnded: (procedure: string, outcome: string, milliseconds: number) => void;
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
  onCallEnded?: Deps['onCallEnded'];
  /** How often sessions with an open stream are asked after, where nobody said that they ended. */
  checkSessionsEveryMs?: number | undefined;
}

export function createDeps({
  db,
  config,
  secret,
  passwords = createPasswords(),
  events,
  mailWaiting,
  onCallEnded = () => {},
  checkSessionsEveryMs,
}: DepsOptions): Deps {
  const findSession = createSessionLookup(db);
  // The other half of the connections is for everything else.
  const maxStreams = Math.ceil(config.maxConnections / 2);
  return {
    db,
    config,
    accessTokens: createAccessTokens(secret),
    refreshTokens: createRefreshTokens(secret),
    devices: createDevices(secret),
    findSession,
    passwords,
    events,
    responses: createResponseCache(events),
    live: createLiveStreams({ events, findSession, maxStreams, askEveryMs: checkSessionsEveryMs }),
    mailWaiting,
    onCallEnded,
  };
}
