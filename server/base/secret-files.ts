import { readFileSync } from 'node:fs';

/** Variables that hold a secret. Of each, `NAME_FILE` may name the file with the value instead. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'SMTP_URL',
];

/**
 * Reads the files of secrets that are configured as `NAME_FILE`.
 * @returns what to set instead: each secret, without the last line break of its file, and each `NAME_FILE` as unset
 * @throws Error naming the variable and the path if a file can't be read or is empty, or if the secret is set as well
 */
export function readSecretFiles(env: Record<string, string | undefined>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (!path) continue;
    if (env[name]) throw new Error(`${name} and ${variable} are both set: remove one of them.`);
    const text = textOf(variable, path).replace(/\r?\n$/, '');
    if (text.trim() === '') throw new Error(`The file of ${variable} is empty: ${path}`);
    Object.assign(read, { [name]: text, [variable]: '' });
  }
  return read;
}

function textOf(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`The file of ${variable} can't be read (${String(code)}): ${path}`, { cause: error });
  }
}
