import type { Db } from '#db/client.ts';
import { onlyPrimary, type Reads } from '#db/reads/reads.ts';
import { createResponseCache, type ResponseCache } from './cache/cached-response.ts';
import type { Config } from './env.ts';
import type { EventBus } from './events/event-bus.ts';
import { type AccessTokens, createAccessTokens } from './identity/access-token.ts';
import { createDevices, type Devices } from './identity/devices.ts';
import { createKeyLookup, type KeyLookup } from './identity/keys/key-lookup.ts';
import { createKeyUses, type KeyUses } from './identity/keys/key-uses.ts';
import { createPasswords, type Passwords } from './identity/passwords.ts';
import { createRefreshTokens, type RefreshTokens } from './identity/refresh-token.ts';
import { createSessionLookup, type SessionLookup } from './identity/session-lookup.ts';
import { createLiveStreams, type LiveStreams } from './live/live-streams.ts';
import type { SecretBox } from './secrets/secret-box.ts';

/** Built once and passed to every request. */
export interface Deps {
  db: Db;
  /** For reads that may be some seconds old. */
  reads: Reads;
  config: Config;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
  devices: Devices;
  findSession: SessionLookup;
  findKey: KeyLookup;
  /** Stores the last uses of keys. */
  keyUses: KeyUses;
  passwords: Passwords;
  /** Encrypts secrets that have to be read again. */
  secrets: SecretBox;
  /** Notifies every process of this database of changes. */
  events: EventBus;
  /** Responses that are the same for all callers. */
  responses: ResponseCache;
  /** Event streams of open clients. */
  live: LiveStreams;
  /** Notifies the background workers that a mail was queued. */
  wakeMailer: () => void;
  /** Aborts when this process stops. */
  stopping: AbortSignal | undefined;
  /** Called after each procedure call. @param outcome `ok` or the error code */
  onCallEnded: (procedure: string, outcome: string, milliseconds: number) => void;
}

/** For verbs that change the database and publish the change. */
export type WriteDeps = Pick<Deps, 'db' | 'events'>;

interface DepsOptions {
  db: Db;
  /** By default everything is read from `db`. The caller closes it. */
  reads?: Reads | undefined;
  config: Config;
  /** Signs tokens; the same on all servers of a database. */
  secret: string;
  secrets: SecretBox;
  passwords?: Passwords;
  /** The caller started it and stops it. */
  events: EventBus;
  stopping?: AbortSignal;
  onCallEnded?: Deps['onCallEnded'];
  /** How often the sessions of open streams are checked. */
  checkSessionsEveryMs?: number | undefined;
}

/** A verb's input: the request id that the API made for a call without one, and names in its errors. */
export interface MadeRequestId {
  madeRequestId?: string | undefined;
}

export function createDeps({
  db,
  reads = onlyPrimary(db),
  config,
  secret,
  secrets,
  passwords = createPasswords(),
  events,
  stopping,
  onCallEnded = () => {},
  checkSessionsEveryMs,
}: DepsOptions): Deps {
  const findSession = createSessionLookup(db, config);
  const findKey = createKeyLookup(db, config);
  // The other half of the connections is reserved for other requests.
  const maxStreams = Math.ceil(config.maxConnections / 2);
  return {
    db,
    reads,
    config,
    accessTokens: createAccessTokens(secret, { previous: config.jwtSecretPrevious }),
    refreshTokens: createRefreshTokens(secret, config.jwtSecretPrevious),
    devices: createDevices(secret, config.jwtSecretPrevious),
    findSession,
    findKey,
    keyUses: createKeyUses(db),
    passwords,
    secrets,
    events,
    responses: createResponseCache(events),
    live: createLiveStreams({ events, findSession, findKey, maxStreams, checkEveryMs: checkSessionsEveryMs }),
    stopping,
    wakeMailer: () => events.publish('mails'),
    onCallEnded,
  };
}
