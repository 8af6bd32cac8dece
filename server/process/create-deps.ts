import type { Db } from '#db/client.ts';
import { onlyPrimary, type Reads } from '#db/reads/reads.ts';
import { createLiveStreams } from '../api/live/live-streams.ts';
import { createResponseCache } from '../base/cache/cached-response.ts';
import type { Deps } from '../base/deps.ts';
import type { Config } from '../base/env.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import { createAccessTokens } from '../base/identity/access-token.ts';
import { createDevices } from '../base/identity/devices.ts';
import { createKeyCalls } from '../base/identity/keys/key-calls.ts';
import { createKeyLookup } from '../base/identity/keys/key-lookup.ts';
import { createKeyUses } from '../base/identity/keys/key-uses.ts';
import { createPasswords, type Passwords } from '../base/identity/passwords.ts';
import { createRefreshTokens } from '../base/identity/refresh-token.ts';
import { createSessionLookup } from '../base/identity/session-lookup.ts';
import type { SecretBox } from '../base/secrets/secret-box.ts';

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

/** Builds what every request gets, once in a process. */
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
    keyCalls: createKeyCalls(db),
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
