import type { Db } from '#db/client.ts';
import type { Reads } from '#db/reads/reads.ts';
import type { ResponseCache } from './cache/cached-response.ts';
import type { Config } from './env.ts';
import type { EventBus } from './events/event-bus.ts';
import type { LiveStreams } from './events/live.ts';
import type { AccessTokens } from './identity/access-token.ts';
import type { Devices } from './identity/devices.ts';
import type { KeyCalls } from './identity/keys/key-calls.ts';
import type { KeyLookup } from './identity/keys/key-lookup.ts';
import type { KeyUses } from './identity/keys/key-uses.ts';
import type { Passwords } from './identity/passwords.ts';
import type { RefreshTokens } from './identity/refresh-token.ts';
import type { SessionLookup } from './identity/session-lookup.ts';
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
  /** Logs the calls of keys. */
  keyCalls: KeyCalls;
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

/** A verb's input: the request id that the API made for a call without one, and names in its errors. */
export interface MadeRequestId {
  madeRequestId?: string | undefined;
}
