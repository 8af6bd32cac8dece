import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** The part of a panel that a mailed link needs. */
interface Mailing {
  url: string;
  dataDir: string;
}

/**
 * Waits for a mail with a link, which a panel without a mail server writes to a file.
 * @param path the link's path before its token, such as `/confirm-email/`
 * @returns the link, at the panel's address in this test
 */
export async function linkMailedTo(recipient: string, path: string, { url, dataDir }: Mailing): Promise<string> {
  const folder = join(dataDir, 'mails');
  const pattern = new RegExp(`https?://\\S+${path}\\S+`);
  let link: string | undefined;
  await expect
    .poll(
      () => {
        // Long lines of a mail are folded, with a sign at the end of each part.
        const mails = readdirSync(folder).map((file) =>
          readFileSync(join(folder, file), 'utf8').replaceAll(/=\r?\n/g, ''),
        );
        link = mails.filter((mail) => mail.includes(recipient)).flatMap((mail) => pattern.exec(mail) ?? [])[0];
        return link;
      },
      { timeout: 20_000 },
    )
    .toBeTruthy();
  return `${url}${new URL(link ?? '').pathname}`;
}
