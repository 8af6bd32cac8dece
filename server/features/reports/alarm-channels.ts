import { gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { alarms } from '#db/schema/alarms.ts';
import { settings } from '#db/schema/settings.ts';
import { missing } from '#db/settings.ts';
import type { AlarmChannels, SaveAlarmsInput, TestedAlarms } from '#shared/alarms.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import type { Outbound } from '../../base/outbound/outbound.ts';
import { sendToTelegram, tokenOfTelegram } from './telegram.ts';

/** Where alarms are sent apart from mail. Admins only. */
export async function getAlarms(db: Db, actor: Actor): Promise<AlarmChannels> {
  assertAdmin(actor);
  return present(await readChannel(db));
}

/**
 * Sets where alarms are sent, or removes it. The token is stored encrypted, and no call returns it. Admins only.
 * @throws DomainError `reauthentication_required`, `secrets_key_missing`, and `bad_input` beside `token` if there is none yet
 */
export async function saveAlarms(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  actor: Actor,
  { telegram }: SaveAlarmsInput,
): Promise<AlarmChannels> {
  assertAdmin(actor);
  assertReauthenticated(actor);
  return db.transaction(async (tx) => {
    const before = await readChannel(tx);
    const token = telegram?.token || undefined;
    const sealed = token === undefined ? before.sealedToken : secrets.seal(token, tokenOfTelegram(1));
    if (telegram && sealed === null) throw fieldError('bad_input', 'token', 'The token of the bot is required');
    const after = { chatId: telegram?.chatId ?? null, sealedToken: telegram && sealed };
    await tx.update(settings).set({ telegramChatId: after.chatId, sealedTelegramToken: after.sealedToken });
    // What began before there was a Telegram reaches it, too.
    if (!telegram) await tx.update(alarms).set({ telegramDueAt: null });
    else if (before.chatId === null)
      await tx.update(alarms).set({ telegramDueAt: sql`now()`, telegramAttempts: 0 }).where(gt(alarms.count, 0));
    await recordAction(tx, actor, {
      action: 'settings.setAlarms',
      subject: 'settings',
      before: { chatId: before.chatId },
      after: { chatId: after.chatId, ...(token !== undefined && { newBot: true }) },
    });
    return present(after);
  });
}

/** Sends one message to where alarms are sent. Admins only. */
export async function testAlarms(
  { db, secrets, config, outbound }: Pick<Deps, 'db' | 'secrets' | 'config'> & { outbound: Outbound },
  actor: Actor,
): Promise<TestedAlarms> {
  assertAdmin(actor);
  const { chatId, sealedToken, shopName } = await readChannel(db);
  const failure =
    chatId === null || sealedToken === null
      ? { problem: 'No Telegram is set' }
      : await sendToTelegram(
          { secrets, config, outbound },
          { chatId, sealedToken, text: `${shopName}: alarms arrive here.` },
        );
  const tested = { ok: !failure, problem: failure?.problem ?? null };
  await db.transaction((tx) =>
    recordAction(tx, actor, { action: 'settings.testAlarms', subject: 'settings', before: null, after: tested }),
  );
  return tested;
}

interface Channel {
  chatId: string | null;
  sealedToken: string | null;
}

async function readChannel(db: Db | Tx): Promise<Channel & { shopName: string }> {
  const { telegramChatId: chatId, sealedTelegramToken: sealedToken, shopName } = settings;
  const [row] = await db.select({ chatId, sealedToken, shopName }).from(settings);
  return row ?? missing();
}

function present({ chatId }: Channel): AlarmChannels {
  return { telegram: chatId === null ? null : { chatId } };
}
