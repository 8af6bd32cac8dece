import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { deriveKeys, type EntryKeys } from './backup-key.ts';

export const MANIFEST_FILE = 'manifest.json';
/** The layout of entries that this version writes, and the newest that it reads. Those of 1 have no `shop`. */
export const FORMAT = 2;
/** Larger than any real one: a thousand tables take 300 kB. */
const MOST_BYTES = 16 * 1024 * 1024;

const count = z.int().min(0);
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const name = z.string().min(1).max(200);
/** Printed on a terminal, so without its control characters. */
const line = z.string().regex(/^\P{Cc}{0,2000}$/u);

const ledgerProof = z.object({
  wallets: count,
  entries: count,
  orders: count,
  /** Nano-dollars in all wallets together. */
  heldNanos: z.string().regex(/^-?\d+$/),
  isProved: z.boolean(),
  /** The first differences, as `npm run ledger:check` lists them. */
  problems: z.array(z.string()),
});

const manifestSchema = z.strictObject({
  kind: z.literal('reseller-panel backup'),
  format: z.int().min(1).max(FORMAT),
  panelVersion: z.string(),
  /** The applied migrations, oldest first; `tag` is null for one of a newer panel. */
  migrations: z.array(z.strictObject({ tag: z.string().nullable(), hash: z.string() })).min(1),
  /** The server's version, such as 18.4. */
  postgres: z.string(),
  /** The server's own id and the number of the database in it: a restored copy has another one. */
  databaseId: line,
  /** The shop, whose id a restored copy keeps, and the PUBLIC_URL of the panel that wrote the entry. */
  shop: z.strictObject({ id: z.uuid(), name: line, publicUrl: line.nullable() }).optional(),
  /** The machine that wrote the entry. */
  host: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  encryption: z.strictObject({ cipher: z.literal('aes-256-gcm'), salt: z.string(), keyCheck: hex(32) }).nullable(),
  tables: z.array(
    z.strictObject({
      name,
      columns: z.array(name),
      rows: count,
      file: z.string().regex(/^[a-z0-9_][a-z0-9_.-]*$/),
      bytes: count,
      sha256: hex(32),
    }),
  ),
  sequences: z.array(z.strictObject({ name, lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  ledger: ledgerProof,
  /** Of JWT_SECRET, as the database stores it; null before the first start. */
  secretFingerprint: z.string().nullable(),
  /** Which SECRETS_KEY encrypted the stored secrets. */
  secretsKeyIds: z.array(z.string()),
  notInside: z.array(z.string()),
  hash: z.strictObject({ algorithm: z.enum(['sha256', 'hmac-sha256']), value: hex(32) }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type LedgerProof = Manifest['ledger'];
export type TableFile = Manifest['tables'][number];

/** The content of a manifest with its own hash; with keys an HMAC, which only their owner can make. */
export function sealManifest(content: Omit<Manifest, 'hash'>, keys: EntryKeys | undefined): string {
  // In the schema's order, as it is read again.
  const ordered = manifestSchema.omit({ hash: true }).parse(content);
  return `${JSON.stringify({ ...ordered, hash: hashOf(ordered, keys) }, undefined, 2)}\n`;
}

/**
 * Reads and checks the manifest of an entry.
 * @param key the content of `BACKUP_KEY_FILE`; undefined for none
 * @throws BackupError if the folder is no entry, the manifest was changed, the key is missing, wrong or not needed, or a newer panel
 * wrote it
 */
export async function openManifest(
  entry: string,
  key: Buffer | undefined,
): Promise<{ manifest: Manifest; keys: EntryKeys | undefined }> {
  const manifest = await readManifest(entry);
  const { hash, ...content } = manifest;
  const keys = await keysOf(manifest, key);
  const expected = hashOf(content, keys);
  if (hash.algorithm === expected.algorithm && hash.value === expected.value) return { manifest, keys };
  throw new BackupError(
    `${join(entry, MANIFEST_FILE)} was changed after it was written: its own hash does not match. Use another copy of this entry, or another entry.`,
  );
}

/**
 * Reads the manifest of an entry without checking its hash, so that it needs no key.
 * @throws BackupError if the folder is no entry of a format that this version reads
 */
export async function readManifest(entry: string): Promise<Manifest> {
  const file = join(entry, MANIFEST_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      `${entry} is no entry that a backup finished: ${MANIFEST_FILE} can't be read (${error.code}). An entry is a folder such as 2026-11-26T05-30-00Z-host.`,
    );
  });
  const found = text.length > MOST_BYTES ? undefined : parsed(text);
  if (hasFormat(found) && found.format > FORMAT)
    throw new BackupError(
      `${entry} was written by a newer version of the panel (format ${found.format}, this one reads ${FORMAT}). Restore it with that version.`,
    );
  const checked = manifestSchema.safeParse(found);
  if (checked.success) return checked.data;
  throw new BackupError(`${file} is damaged: it is not a manifest. Use another copy of this entry, or another entry.`);
}

async function keysOf({ encryption }: Manifest, key: Buffer | undefined): Promise<EntryKeys | undefined> {
  if (!encryption && !key) return undefined;
  if (!encryption)
    throw new BackupError(
      'The entry is not encrypted, but BACKUP_KEY_FILE is set. If you expect that, unset BACKUP_KEY_FILE; otherwise somebody replaced the entry.',
    );
  if (!key)
    throw new BackupError(
      'The entry is encrypted: set BACKUP_KEY_FILE to the file with the key that it was written with.',
    );
  const keys = await deriveKeys(key, encryption.salt);
  if (keys.check === encryption.keyCheck) return keys;
  throw new BackupError(
    'The key in BACKUP_KEY_FILE is not the one that this entry was encrypted with. Set it to the file with that key.',
  );
}

function hashOf(content: Omit<Manifest, 'hash'>, keys: EntryKeys | undefined): Manifest['hash'] {
  const text = JSON.stringify(content);
  if (keys) return { algorithm: 'hmac-sha256', value: keys.sign(text) };
  return { algorithm: 'sha256', value: createHash('sha256').update(text).digest('hex') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hasFormat(found: unknown): found is { format: number } {
  return typeof found === 'object' && found !== null && 'format' in found && typeof found.format === 'number';
}
