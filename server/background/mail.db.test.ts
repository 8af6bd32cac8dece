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
import { type Mail, openTransport, placeOfMails } from '../base/mail/transport.ts';
import { startTestQueue, workOff } from '../testing/queue.ts';
import { ATTEMPTS, mailKind } from './mail.ts';

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
  const transport = openTransport(config, log);
  const queue = startTestQueue(database, [mailKind({ transport, log })], { log });
  const stop = async () => {
    await queue.stop();
    transport.close();
  };
  return { log, where: placeOfMails(config), stop };
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(condition, { timeout: 10_000 }).toBe(true);
}

describe('without a mail server', () => {
  it('writes each mail to a private file, logs its path, and deletes its body', async () => {
    const link = `https://panel.example.com/reset-password/${'x'.repeat(43)}`;
    const waiting = await write({ body: `হ্যালো, secret:\n\n${link}\n` });
    const started = start();
    expect(started.where).toBe(join(dataDir, 'mails'));
    await until(async () => Boolean((await read(waiting))?.sentAt));

    const later = await write({ subject: 'Another' });
    await until(async () => Boolean((await read(later))?.sentAt));
    await started.stop();

    const files = (await readdir(started.where)).sort();
    expect(files).toHaveLength(2);
    const file = join(started.where, files[0] ?? '');
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
  const { stop, where } = start();
  await until(async () => Boolean((await read(id))?.sentAt));
  await stop();
  await database.db.update(settings).set({ shopName: initialShopName });
  const [file = ''] = await readdir(where);
  const content = await readFile(join(where, file), 'utf8');
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
    const { stop } = start(smtp.url);
    await until(async () => Boolean((await read(id))?.sentAt));
    await stop();

    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.recipients).toEqual(['"a,b"@example.com']);
    expect(smtp.received[0]?.content).toContain('https://x.test/secret');
    expect(await read(id)).toMatchObject({ body: '', lastError: null });
  });

  it('keeps a refused mail, logs it, and sends it later', async () => {
    smtp.refuse = true;
    const id = await write();
    const { stop, log } = start(smtp.url);
    await until(async () => log.warn.mock.calls.length === 1);
    expect(await read(id)).toMatchObject({
      attempts: 1,
      sentAt: null,
      body: expect.stringContaining('secret'),
      lastError: expect.any(String),
    });

    smtp.refuse = false;
    await until(async () => ((await read(id))?.lastError ?? null) !== null);
    await stop();
    expect((await read(id))?.sentAt).toBeNull();

    await makeDue(id);
    const { stop: stopAgain } = start(smtp.url);
    await until(async () => Boolean((await read(id))?.sentAt));
    await stopAgain();
    expect(smtp.received).toHaveLength(1);
  });
});

describe('the mail queue', () => {
  const sendDueMails = (send: (mail: Mail) => Promise<void>) =>
    workOff(database.db, mailKind({ transport: { send, close: () => {} }, log: { warn: () => {} } }));

  it('is shared by several servers without duplicates', async () => {
    for (let i = 0; i < 45; i++) await write({ subject: `mail ${i}` });
    const sent: string[] = [];
    const send = async ({ subject }: Mail) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      sent.push(subject);
    };
    const kinds = [1, 2, 3, 4].map(() => mailKind({ transport: { send, close: () => {} }, log: { warn: () => {} } }));
    const queues = kinds.map((kind) => startTestQueue(database, [kind]));
    await until(() => sent.length >= 45);
    await Promise.all(queues.map((queue) => queue.stop()));
    expect(sent).toHaveLength(45);
    expect(new Set(sent).size).toBe(45);
  });

  it('leaves unstarted mails to the other servers', async () => {
    for (const subject of ['one', 'other']) await write({ subject });
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = sendDueMails(() => {
      begun.resolve();
      return answered.promise;
    });
    await begun.promise;
    const sent: string[] = [];
    await sendDueMails(async ({ subject }) => void sent.push(subject));
    answered.resolve();
    await slow;
    expect(sent).toHaveLength(1);
  });

  it('leaves a mail to the server that sends it, however slow the mail server is', async () => {
    const id = await write();
    let secondsLeft = 0;
    await sendDueMails(async () => {
      secondsLeft = ((await read(id))?.nextTryAt.getTime() ?? 0) / 1000 - Date.now() / 1000;
    });
    // Connection, greeting, and eight commands of at most 20 s.
    expect(secondsLeft).toBeGreaterThan(10 + 10 + 8 * 20);
  });

  it('waits longer after each failure, and finally gives up and deletes the body', async () => {
    const id = await write();
    const fail = () => Promise.reject(new Error('mailbox on fire'));
    const waits: number[] = [];
    for (let i = 1; i <= ATTEMPTS; i++) {
      expect(await sendDueMails(fail)).toBe(1);
      if (i < ATTEMPTS) waits.push(await minutesToNextTry(id));
      await makeDue(id, i < ATTEMPTS);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60]);
    expect(await sendDueMails(fail)).toBe(0);
    const [row] = await database.db
      .select({ body: mailOutbox.body, sentAt: mailOutbox.sentAt, lastError: mailOutbox.lastError })
      .from(mailOutbox)
      .where(eq(mailOutbox.id, id));
    expect(row).toEqual({ body: '', sentAt: null, lastError: 'mailbox on fire' });
  });

  it('waits at a stop for the mail that is being sent, and starts no further one', async () => {
    const ids = [await write(), await write()];
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let sent = 0;
    const send = async () => {
      sent++;
      begun.resolve();
      await answered.promise;
    };
    const queue = startTestQueue(database, [
      mailKind({ transport: { send, close: () => {} }, log: { warn: () => {} } }),
    ]);
    await begun.promise;
    const stopped = queue.stop();
    // Later than other attempts are handed back.
    setTimeout(answered.resolve, 500);
    await stopped;
    expect(sent).toBe(1);
    const states = await Promise.all(ids.map(read));
    expect(states.map((mail) => mail?.sentAt !== null)).toEqual([true, false]);
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
