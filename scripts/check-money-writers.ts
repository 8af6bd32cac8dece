import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Only the money module writes accounts and the ledger. Tests, what they lose on purpose, and the naive benchmark write what guards refuse. */
const writers =
  /^(server\/money|lab)\/|^db\/seed\/demo-ledger\.ts$|^server\/testing\/(lost-commits|older-shop)\.ts$|\.test\.tsx?$/;
const table = String.raw`(?:\w+\.)*(?:accounts|ledger)\b`;
const sqlWrite = String.raw`\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate(?:\s+table)?)`;
const writes = [
  new RegExp(String.raw`\.(?:insert|update|delete)\(\s*${table}`),
  new RegExp(String.raw`${sqlWrite}\s+(?:"|\$\{)?${table}`, 'i'),
  // An alias would hide writes from the search.
  /import[^;]*\b(?:accounts|ledger) as \w+[^;]*\/schema\//,
];

/** The files below `root` that write money outside the money module. */
export function findMoneyWriters(root: string): string[] {
  return globSync('{shared,db,server,client,scripts,lab,e2e}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
  })
    .filter((path) => !writers.test(path))
    .filter((path) => writes.some((write) => write.test(readFileSync(join(root, path), 'utf8'))));
}

if (import.meta.main) {
  const found = findMoneyWriters(join(import.meta.dirname, '..'));
  for (const path of found) console.log(`${path} writes accounts or the ledger, which only the money module may.`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
