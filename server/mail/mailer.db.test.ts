import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { settings } from '#db/schema/settings.ts';
import { testDatabase } from '#db/testing/database.ts';
import { initialShopName } from '#shared/shop-name.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { type Mailer, startMailer } from './mailer.ts';
import { ATTEMPTS, sendDueMails } from './send-due-mails.ts';
import type { Mail } from './transport.ts';

let dataDir: string;
const database = await testDatabase();
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reseller-panel-mail-'));
  await database.db.delete(mailOutbox);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const write = async (overrides = {}) => {
  const mail = {
    recipient: 'rahim@example.com',
    subject: 'Set a new password',
    body: 'Open https://x.test/secret',
    ...overrides,
  };
  const [row] = await database.db.insert(mailOutbox).values(mail).returning({ id: mailOutbox.id });
  return row?.id ?? 0;
};
const read = async (id: number) => (await database.db.select().from(mailOutbox).where(eq(mailOutbox.id, id)))[0];

function start(smtpUrl?: string) {
  const fn = () => vi.fn<(...args: unknown[]) => void>();
  const log = { info: fn(), warn: fn(), error: fn() };
  const config = { dataDir, mail: { smtpUrl, from: 'Panel <no-reply@panel.test>' } };
  return { log, mailer: startMailer({ ...withoutEvents(database.db), config, log }) };
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(condition, { timeout: 10_000 }).toBe(true);
}

describe('without a mail server', () => {
  let mailer: Mailer;
  afterEach(() => mailer.stop());

  it('writes each mail to a private file, logs its path, and deletes its body', async () => {
    const link = `https://panel.example.com/reset-password/${'x'.repeat(43)}`;
    const waiting = await write({ body: `হ্যালো, secret:\n\n${link}\n` });
    const started = start();
    mailer = started.mailer;
    expect(mailer.where).toBe(join(dataDir, 'mails'));
    await until(async () => Boolean((await read(waiting))?.sentAt));

    const later = await write({ subject: 'Another' });
    mailer.wake();
    await until(async () => Boolean((await read(later))?.sentAt));

    const files = (await readdir(mailer.where)).sort();
    expect(files).toHaveLength(2);
    const file = join(mailer.where, files[0] ?? '');
    const content = await readFile(file, 'utf8');
    const [head = '', ...body] = content.split('\r\n\r\n');
    expect(
      head
        .split('\r\n')
        .filter((line) => !/^(Message-ID|Date):/.test(line))
        .sort(),
    ).toEqual([
      'Content-Transfer-Encoding: 8bit',
      'Content-Type: text/plain; charset=utf-8',
      'From: Panel <no-reply@panel.test>',
      'MIME-Version: 1.0',
      'Subject: Set a new password',
      'To: rahim@example.com',
    ]);
    expect(body.join('|')).toBe(`হ্যালো, secret:|${link}\r\n\r\n-- \r\nReseller Panel\r\n`.replace('\r\n\r\n--', '|--'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(started.log.info).toHaveBeenCalledWith(expect.stringContaining(file));
    expect(JSON.stringify(started.log.info.mock.calls)).not.toContain('secret');
    expect(await read(waiting)).toMatchObject({ body: '', attempts: 1, lastError: null });
  });
});

it('a mail bears the name that the shop has when it is sent', async () => {
  await database.db.update(settings).set({ shopName: 'রূপা "SMM", Ltd' });
  const id = await write();
  const { mailer } = start();
  await until(async () => Boolean((await read(id))?.sentAt));
  await mailer.stop();
  await database.db.update(settings).set({ shopName: initialShopName });
  const [file = ''] = await readdir(mailer.where);
  const content = await readFile(join(mailer.where, file), 'utf8');
  expect(content).toMatch(/^From: =\?UTF-8\?[BQ]\?[^<]+<no-reply@panel\.test>$/m);
  expect(content).toContain('\r\n-- \r\nরূপা "SMM", Ltd\r\n');
});

describe('with a mail server', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  beforeEach(async () => {
    smtp = await startSmtp();
  });
  afterEach(() => smtp.close());

  it('sends by SMTP to one recipient', async () => {
    const id = await write({ recipient: 'a,b@example.com' });
    const { mailer } = start(smtp.url);
    await until(async () => Boolean((await read(id))?.sentAt));
    await mailer.stop();

    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.recipients).toEqual(['"a,b"@example.com']);
    expect(smtp.received[0]?.content).toContain('https://x.test/secret');
    expect(await read(id)).toMatchObject({ body: '', lastError: null });
  });

  it('keeps a refused mail, logs it, and sends it later', async () => {
    smtp.refuse = true;
    const id = await write();
    const { mailer, log } = start(smtp.url);
    await until(async () => log.warn.mock.calls.length === 1);
    expect(await read(id)).toMatchObject({
      attempts: 1,
      sentAt: null,
      body: expect.stringContaining('secret'),
      lastError: expect.any(String),
    });

    smtp.refuse = false;
    mailer.wake();
    await mailer.stop();
    expect((await read(id))?.sentAt).toBeNull();

    await makeDue(id);
    const { mailer: again } = start(smtp.url);
    await until(async () => Boolean((await read(id))?.sentAt));
    await again.stop();
    expect(smtp.received).toHaveLength(1);
  });
});

describe('the mail queue', () => {
  it('is shared by several servers without duplicates', async () => {
    for (let i = 0; i < 45; i++) await write({ subject: `mail ${i}` });
    const sent: string[] = [];
    const send = async ({ subject }: Mail) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      sent.push(subject);
    };
    await Promise.all([1, 2, 3, 4].map(() => sendDueMails(database.db, send)));
    expect(sent).toHaveLength(45);
    expect(new Set(sent).size).toBe(45);
  });

  it('leaves unstarted mails to the other servers', async () => {
    for (const subject of ['one', 'other']) await write({ subject });
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = sendDueMails(database.db, () => {
      begun.resolve();
      return answered.promise;
    });
    await begun.promise;
    const sent: string[] = [];
    await sendDueMails(database.db, async ({ subject }) => void sent.push(subject));
    answered.resolve();
    await slow;
    expect(sent).toHaveLength(1);
  });

  it('waits longer after each failure, and finally gives up and deletes the body', async () => {
    const id = await write();
    const fail = () => Promise.reject(new Error('mailbox on fire'));
    const waits: number[] = [];
    for (let i = 1; i <= ATTEMPTS; i++) {
      expect(await sendDueMails(database.db, fail)).toHaveLength(1);
      if (i < ATTEMPTS) waits.push(await minutesToNextTry(id));
      await makeDue(id, i < ATTEMPTS);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60]);
    expect(await sendDueMails(database.db, fail)).toEqual([]);
    const [row] = await database.db
      .select({ body: mailOutbox.body, sentAt: mailOutbox.sentAt, lastError: mailOutbox.lastError })
      .from(mailOutbox)
      .where(eq(mailOutbox.id, id));
    expect(row).toEqual({ body: '', sentAt: null, lastError: 'mailbox on fire' });
  });

  it('starts no further mail once it is stopped', async () => {
    for (let i = 0; i < 5; i++) await write();
    const stopping = new AbortController();
    let sent = 0;
    const send = async () => {
      if (++sent === 2) stopping.abort();
    };
    await sendDueMails(database.db, send, stopping.signal);
    expect(sent).toBe(2);
  });
});

async function makeDue(id: number, really = true): Promise<void> {
  if (really)
    await database.db
      .update(mailOutbox)
      .set({ nextTryAt: sql`now() - interval '1 second'` })
      .where(eq(mailOutbox.id, id));
}

async function minutesToNextTry(id: number): Promise<number> {
  const at = (await read(id))?.nextTryAt.getTime() ?? 0;
  return Math.round((at - Date.now()) / 60_000);
}

/** A mail server with just enough SMTP (RFC 5321) to accept or refuse a mail. */
async function startSmtp() {
  const sockets = new Set<Socket>();
  const state = { received: [] as { recipients: string[]; content: string }[], refuse: false };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let recipients: string[] = [];
    let content: string | undefined;
    let buffered = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test ESMTP');
    socket.on('data', (chunk: Buffer) => {
      buffered += chunk.toString();
      const lines = buffered.split('\r\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) take(line);
    });

    function take(line: string): void {
      if (content !== undefined) {
        if (line !== '.') return void (content += `${line}\n`);
        state.received.push({ recipients, content });
        content = undefined;
        return void say('250 taken');
      }
      if (/^MAIL/i.test(line)) recipients = [];
      const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
      if (recipient !== undefined) {
        if (state.refuse) return void say('451 not now');
        recipients.push(recipient);
      }
      if (/^DATA/i.test(line)) {
        content = '';
        return void say('354 go on');
      }
      say(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
}
