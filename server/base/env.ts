import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH } from '#shared/auth.ts';
import { keepRule } from './keep-rule.ts';
import { readSecretFiles } from './secret-files.ts';

/** A guessable secret allows forging any session, or reading any stored secret, so 256 bits are required. */
const SECRET_MIN_BYTES = 32;

const MINUTE_MS = 60_000;
const MOST_INTERVAL_DAYS = 30;
const BACKUP_EVERY_MS = 60 * MINUTE_MS;
const BACKUPS_KEPT = 48;

const whole = (fallback: number, min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message).default(fallback);
};
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => text || undefined);

/** A time such as `30m`, in milliseconds. */
const interval = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a number of minutes, hours or days, such as 30m, 6h or 1d')
  .transform(
    (text) =>
      Number.parseInt(text) * { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 1440 * MINUTE_MS }[text.at(-1) as 'm' | 'h' | 'd'],
  )
  .refine((ms) => ms <= MOST_INTERVAL_DAYS * 1440 * MINUTE_MS, `must be ${MOST_INTERVAL_DAYS}d at most`);

const nodeEnv = z.enum(['development', 'production', 'test']).default('development');
const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info');

const schema = z.object({
  NODE_ENV: nodeEnv,
  HOST: z.string().default('localhost'),
  PORT: whole(3000, 0, 65535),
  PROCESSES: whole(1, 1, 64),
  DRAIN_SECONDS: whole(0, 0, 600),
  DATABASE_URL: optionalText,
  DATABASE_DIRECT_URL: optionalText,
  DATABASE_READ_URL: optionalText,
  REQUIRE_SYNC_STANDBY: z.enum(['0', '1']).default('0'),
  DATA_DIR: z.string().default('.data'),
  BACKUP_TO: optionalText,
  BACKUP_EVERY: interval.optional(),
  BACKUP_KEEP: keepRule.optional(),
  BACKUP_KEY_FILE: optionalText,
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_HOSTS: list,
  METRICS_TOKEN: optionalText.pipe(z.string().min(16, 'must have at least 16 characters').optional()),
  LOG_LEVEL: logLevel,
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CORS_ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin))),
  TRUST_PROXY: list,
  MAX_CONNECTIONS: whole(4000, 1, 1_000_000),
  MAX_CONNECTIONS_PER_ADDRESS: whole(1000, 1, 1_000_000),
  MAX_REQUESTS_IN_FLIGHT: whole(256, 1, 1_000_000),
  JWT_SECRET: optionalText,
  JWT_SECRET_PREVIOUS: optionalText,
  SECRETS_KEY: optionalText,
  SECRETS_KEY_PREVIOUS: optionalText,
  REQUIRE_ADMIN_2FA: z.enum(['0', '1']).default('0'),
  ADMIN_USERNAME: z.string().trim().default('admin'),
  ADMIN_PASSWORD: optionalText.pipe(z.string().max(PASSWORD_MAX_LENGTH).optional()),
  SEED: z.enum(['catalogue', 'none']).default('catalogue'),
  PASSWORD_MIN_LENGTH: whole(DEFAULT_PASSWORD_MIN_LENGTH, DEFAULT_PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH),
  OUTBOUND_ALLOW_LOOPBACK: z.enum(['true', 'false']).default('false'),
  TELEGRAM_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.telegram.org'),
  SMTP_URL: optionalText,
  MAIL_FROM: z.string().trim().default('no-reply@localhost'),
  LOGIN_FAILURES_PER_15_MINUTES: whole(5, 1, 1_000_000),
  LOGIN_FAILURES_PER_15_MINUTES_PER_ACCOUNT: whole(50, 1, 1_000_000),
  LOGINS_PER_MINUTE_PER_ADDRESS: whole(60, 1, 1_000_000),
  DEVICE_LOGINS_PER_MINUTE_PER_ADDRESS: whole(120, 1, 1_000_000),
  REGISTRATIONS_PER_HOUR_PER_ADDRESS: whole(60, 1, 1_000_000),
  PASSWORD_RESETS_PER_HOUR: whole(3, 1, 1_000_000),
  KEY_CALLS_PER_MINUTE: whole(720, 1, 1_000_000),
  ORDERS_PER_MINUTE: whole(600, 1, 1_000_000),
  RECHARGE_REQUESTS_PER_10_MINUTES: whole(5, 1, 1_000_000),
  TICKET_MESSAGES_PER_HOUR: whole(30, 1, 1_000_000),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration; no other module does. `.env.example` explains each variable.
 * @param env the process's environment, completed from the file `.env`; tests pass their own
 * @returns the configuration with units in its names; `jwtSecret` is undefined if development generates its own
 * @throws Error naming every invalid variable and its valid values; also for a weak or, in production, a missing `JWT_SECRET` or
 * `SECRETS_KEY`, and for a file of a secret that can't be used.
 */
export function readConfig(env: Record<string, string | undefined> = environment()) {
  const parsed = schema.safeParse(withoutEmpty({ ...env, ...readSecretFiles(env) }));
  if (!parsed.success) throw new Error(`The configuration is not right:\n${z.prettifyError(parsed.error)}`);
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  assertSecret('JWT_SECRET', values.JWT_SECRET, production);
  assertSecret('SECRETS_KEY', values.SECRETS_KEY, production);
  assertPrevious('JWT_SECRET', values);
  assertPrevious('SECRETS_KEY', values);
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) throw new Error('DATABASE_DIRECT_URL requires DATABASE_URL.');
  if (production && values.OUTBOUND_ALLOW_LOOPBACK === 'true')
    throw new Error('OUTBOUND_ALLOW_LOOPBACK lets webhooks reach this machine: remove it in production.');
  if (!values.BACKUP_TO) assertUnset(values, 'BACKUP_EVERY', 'BACKUP_KEEP');
  if (values.DATABASE_READ_URL && !values.DATABASE_URL) throw new Error('DATABASE_READ_URL requires DATABASE_URL.');
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin;
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    processes: values.PROCESSES,
    drainMs: values.DRAIN_SECONDS * 1000,
    databaseUrl: values.DATABASE_URL,
    /** The same database, for connections that need a session of their own; undefined if `databaseUrl` provides one. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    /** A standby of the database, for reads that may be some seconds old. */
    databaseReadUrl: values.DATABASE_READ_URL,
    /** Whether to start only if commits wait for a standby. */
    requiresStandby: values.REQUIRE_SYNC_STANDBY === '1',
    dataDir: resolve(values.DATA_DIR),
    /** The schedule of backups; undefined if there is none. */
    backup: values.BACKUP_TO
      ? {
          /** The folder of the entries. */
          to: resolve(values.BACKUP_TO),
          everyMs: values.BACKUP_EVERY ?? BACKUP_EVERY_MS,
          /** Which entries of this machine stay. */
          keep: values.BACKUP_KEEP ?? BACKUPS_KEPT,
        }
      : undefined,
    /** The file with the key that encrypts backups; undefined for backups that are not encrypted. */
    backupKeyFile: values.BACKUP_KEY_FILE && resolve(values.BACKUP_KEY_FILE),
    logLevel: values.LOG_LEVEL,
    metrics: { port: values.METRICS_PORT, hosts: values.METRICS_HOSTS, token: values.METRICS_TOKEN },
    publicUrl,
    /** Browsers store a Secure cookie from https only. */
    secureCookies: publicUrl.startsWith('https:'),
    corsOrigins: values.CORS_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    maxConnections: values.MAX_CONNECTIONS,
    maxConnectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    maxRequestsInFlight: values.MAX_REQUESTS_IN_FLIGHT,
    jwtSecret: values.JWT_SECRET,
    /** Also accepted during a rotation: what it signed stays valid. */
    jwtSecretPrevious: values.JWT_SECRET_PREVIOUS,
    /** Encrypts secrets that have to be read again; undefined if development generates its own. */
    secretsKey: values.SECRETS_KEY,
    /** Also read during a rotation; secrets that it encrypted are encrypted again at the start. */
    secretsKeyPrevious: values.SECRETS_KEY_PREVIOUS,
    /** Whether admins without a second factor can only enrol, whatever the setting. */
    requiresAdminSecondFactor: values.REQUIRE_ADMIN_2FA === '1',
    admin: { userName: values.ADMIN_USERNAME, password: values.ADMIN_PASSWORD },
    /** Whether a shop that never had a service gets the sample catalogue. */
    seedsCatalogue: values.SEED === 'catalogue',
    passwordMinLength: values.PASSWORD_MIN_LENGTH,
    /** Which addresses calls to other people's servers may reach. */
    outbound: { allowLoopback: values.OUTBOUND_ALLOW_LOOPBACK === 'true' },
    /** The Bot API that alarms are sent to; without a slash at its end. */
    telegramApiUrl: values.TELEGRAM_API_URL.replace(/\/+$/, ''),
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    limits: {
      loginFailuresPer15Minutes: values.LOGIN_FAILURES_PER_15_MINUTES,
      loginFailuresPer15MinutesPerAccount: values.LOGIN_FAILURES_PER_15_MINUTES_PER_ACCOUNT,
      loginsPerMinutePerAddress: values.LOGINS_PER_MINUTE_PER_ADDRESS,
      deviceLoginsPerMinutePerAddress: values.DEVICE_LOGINS_PER_MINUTE_PER_ADDRESS,
      registrationsPerHourPerAddress: values.REGISTRATIONS_PER_HOUR_PER_ADDRESS,
      passwordResetsPerHour: values.PASSWORD_RESETS_PER_HOUR,
      keyCallsPerMinute: values.KEY_CALLS_PER_MINUTE,
      ordersPerMinute: values.ORDERS_PER_MINUTE,
      rechargeRequestsPer10Minutes: values.RECHARGE_REQUESTS_PER_10_MINUTES,
      ticketMessagesPerHour: values.TICKET_MESSAGES_PER_HOUR,
    },
  };
}

/**
 * The log's configuration at startup, also if the rest of the configuration is invalid.
 * @param env as for {@link readConfig}; an invalid value counts as unset
 */
export function readLogConfig(
  env: Record<string, string | undefined> = environment(),
): Pick<Config, 'production' | 'logLevel'> {
  const { NODE_ENV, LOG_LEVEL } = withoutEmpty(env);
  return { production: NODE_ENV === 'production', logLevel: logLevel.catch('info').parse(LOG_LEVEL) };
}

/** The usual command for as many random bytes as a variable needs. */
const howToMake = { JWT_SECRET: 'openssl rand -base64 48', SECRETS_KEY: 'openssl rand -base64 32' };

function assertSecret(
  name: keyof typeof howToMake | `${keyof typeof howToMake}_PREVIOUS`,
  secret: string | undefined,
  isRequired: boolean,
): void {
  if (secret === undefined && !isRequired) return;
  const bytes = Buffer.byteLength(secret ?? '');
  const repeats = new Set(secret).size < 8;
  if (bytes >= SECRET_MIN_BYTES && !repeats) return;
  // Versions before started without it, and Docker Compose had a password of its own for the database.
  const upgrade =
    name === 'SECRETS_KEY' && secret === undefined
      ? ` An upgraded shop adds two lines to .env: SECRETS_KEY=… and, with Docker Compose and no password so far, POSTGRES_PASSWORD=panel.`
      : '';
  throw new Error(
    `${name} is ${secret === undefined ? 'missing' : 'too weak'}: set it to at least ${SECRET_MIN_BYTES} random bytes, for example the output of "${commandFor(name)}".${upgrade}`,
  );
}

function commandFor(name: string): string {
  return name.startsWith('JWT_SECRET') ? howToMake.JWT_SECRET : howToMake.SECRETS_KEY;
}

/** A secret that is being replaced, during its rotation. */
function assertPrevious(name: keyof typeof howToMake, values: z.infer<typeof schema>): void {
  const previous = values[`${name}_PREVIOUS`];
  if (previous === undefined) return;
  assertSecret(`${name}_PREVIOUS`, previous, true);
  if (values[name] === undefined)
    throw new Error(`${name}_PREVIOUS requires ${name}: set ${name} to the secret that replaces it.`);
  if (values[name] === previous)
    throw new Error(`${name}_PREVIOUS is the same as ${name}: remove it, or set ${name} to a new secret.`);
}

function assertUnset(values: z.output<typeof schema>, ...names: (keyof typeof values)[]): void {
  for (const name of names) if (values[name] !== undefined) throw new Error(`${name} requires BACKUP_TO.`);
}

/** An empty variable, as in a copied `.env.example`, counts as unset. */
function withoutEmpty(env: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
}

/** The environment of this process, completed from the file `.env`. */
export function environment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}
