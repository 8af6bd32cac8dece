import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import MimeNode from 'nodemailer/lib/mime-node';
import { initialShopName } from '#shared/shop-name.ts';
import type { Config } from '../env.ts';

export interface Mail {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  /** The shop's name as the mail is sent. */
  shopName: string;
}

export interface Transport {
  send: (mail: Mail) => Promise<void>;
  close: () => void;
}

/** For the log: where the mails go. */
export function placeOfMails({ mail: { smtpUrl }, dataDir }: Pick<Config, 'mail' | 'dataDir'>): string {
  return smtpUrl ? new URL(smtpUrl).host : folderOfMails(dataDir);
}

const folderOfMails = (dataDir: string) => join(dataDir, 'mails');

/** The mail server of `SMTP_URL`; without one a folder of .eml files, which every mail program opens. */
export function openTransport(
  config: Pick<Config, 'mail' | 'dataDir'>,
  log: Pick<FastifyBaseLogger, 'info'>,
): Transport {
  const { smtpUrl, from } = config.mail;
  return smtpUrl ? smtp(smtpUrl, from) : mailFolder(folderOfMails(config.dataDir), from, log);
}

function smtp(url: string, from: string): Transport {
  // The driver would wait minutes for a silent server; a mail is retried soon enough.
  const settings = { url, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transporter = createTransport(settings);
  return {
    send: async (mail) => void (await transporter.sendMail(message(mail, from))),
    close: () => transporter.close(),
  };
}

function mailFolder(folder: string, from: string, log: Pick<FastifyBaseLogger, 'info'>): Transport {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${mail.id}.eml`);
      await writeFile(file, asFile(mail, from), { mode: 0o600 });
      log.info(`Mail to ${mail.recipient} ("${mail.subject}") is in ${file}`);
    },
    close: () => {},
  };
}

/** The body is not encoded: an editor must show a long link in one piece. */
function asFile(mail: Mail, from: string): string {
  const { from: sender, to, subject, text } = message(mail, from);
  const head = new MimeNode('text/plain; charset=utf-8');
  head.setHeader({ from: sender, to, subject, 'content-transfer-encoding': '8bit' });
  return `${head.buildHeaders()}\r\n\r\n${text.replaceAll(/\r?\n/g, '\r\n')}`;
}

/** As an object, an address is used literally; in a string, a comma would add recipients. */
function message({ recipient, subject, body, shopName }: Mail, from: string) {
  return {
    from: senderOf(from, shopName),
    to: { name: '', address: recipient },
    subject,
    text: `${body}\n-- \n${shopName}\n`,
  };
}

/** The address of MAIL_FROM with the shop's name; its own name stands only until the shop has one. */
function senderOf(from: string, shopName: string) {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? [];
  const own = name.trim().replaceAll('"', '');
  return { name: shopName === initialShopName && own ? own : shopName, address };
}
