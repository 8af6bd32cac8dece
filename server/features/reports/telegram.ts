import { z } from 'zod';
import type { Config } from '../../base/env.ts';
import type { FailureReason } from '../../base/outbound/failure.ts';
import type { Outbound } from '../../base/outbound/outbound.ts';
import type { SecretBox } from '../../base/secrets/secret-box.ts';

/** For {@link SecretBox}. The settings have one row. */
export const tokenOfTelegram = (id: number) => ({ purpose: 'telegram', id });

export interface Telegram {
  outbound: Outbound;
  secrets: Pick<SecretBox, 'open'>;
  config: Pick<Config, 'telegramApiUrl'>;
}

interface Message {
  chatId: string;
  sealedToken: string;
  text: string;
}

/** Undefined if the message was sent. */
type Failure = { problem: string; retryAfterSeconds?: number | undefined } | undefined;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;
const MAX_RETRY_SECONDS = 3_600;
/** Telegram takes 4096 characters. */
const MAX_LENGTH = 4_000;

const answers = z.object({
  ok: z.boolean(),
  description: z.string().optional().catch(undefined),
  parameters: z.object({ retry_after: z.number().positive() }).optional().catch(undefined),
});

// Every problem is without the token, and fixed, so that screens translate it.
const UNREADABLE = 'The stored token can not be read: SECRETS_KEY is another one. Enter the token again';
const NO_CHAT = 'Telegram does not know this chat. Write to the bot there first, or add it to the group';
const NO_TOKEN = 'Telegram does not know this token. Copy it from @BotFather again';
const NOT_TAKEN = 'Telegram does not take the message';
const NO_CONNECTION = 'There is no connection to Telegram';
const NOT_TELEGRAM = 'What answers is not Telegram';

const failures: Record<FailureReason, string> = {
  address_refused: 'TELEGRAM_API_URL can not be called from here',
  name_not_resolved: NO_CONNECTION,
  connection_failed: NO_CONNECTION,
  tls_failed: NO_CONNECTION,
  timed_out: 'Telegram does not answer in time',
  answer_too_large: NOT_TELEGRAM,
  answer_unreadable: NOT_TELEGRAM,
};

const byStatus: Record<number, string> = {
  401: NO_TOKEN,
  403: 'The bot may not write to this chat. Start it there, or add it to the group again',
  // The form of the token.
  404: NO_TOKEN,
  429: 'Telegram asks to wait. Try again in some minutes',
};

/** Sends one message. It never throws, and the token is in no result. */
export async function sendToTelegram(
  { outbound, secrets, config }: Telegram,
  { chatId, sealedToken, text }: Message,
): Promise<Failure> {
  const token = secrets.open(sealedToken, tokenOfTelegram(1));
  if (token === undefined) return { problem: UNREADABLE };
  const outcome = await outbound({
    url: `${config.telegramApiUrl}/bot${token}/sendMessage`,
    method: 'POST',
    userAgent: 'reseller-panel/1 (+alarms)',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ chat_id: chatId, text: text.slice(0, MAX_LENGTH), disable_web_page_preview: true }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (outcome.kind === 'failed') return { problem: failures[outcome.reason] };
  const answer = answers.safeParse(await new Response(outcome.body.toString()).json().catch(() => undefined)).data;
  if (!answer) return { problem: NOT_TELEGRAM };
  if (answer.ok && outcome.status === 200) return undefined;
  const isNoChat = outcome.status === 400 && /chat|peer/i.test(answer.description ?? '');
  const wait = answer.parameters?.retry_after;
  return {
    problem: isNoChat ? NO_CHAT : (byStatus[outcome.status] ?? NOT_TAKEN),
    retryAfterSeconds: wait === undefined ? undefined : Math.min(Math.ceil(wait), MAX_RETRY_SECONDS),
  };
}
