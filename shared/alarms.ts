import { z } from 'zod';
import { text } from './text.ts';

const chatMessage = 'The chat is its number, such as -1001234567890, or the name of a channel, such as @my_alarms';

/** Where alarms are sent. */
const telegram = z.object({ chatId: z.string() });
export const alarmChannels = z.object({ telegram: telegram.nullable() });
export type AlarmChannels = z.output<typeof alarmChannels>;

export const telegramFields = z.strictObject({
  /** Of the bot that sends. Without one the stored one stays; it is never read back. */
  token: text({
    max: [200, 'The token is too long'],
    form: [/^[\w:-]*$/, 'The token is what @BotFather sent, such as 123456789:AAE…'],
  }).optional(),
  chatId: text({
    missing: 'The chat is required',
    max: [64, chatMessage],
    form: [/^(-?\d+|@\w+)$/, chatMessage],
  }),
});
/** `null` removes it. */
export const saveAlarmsInput = z
  .strictObject({ telegram: telegramFields.nullable() })
  .meta({ examples: [{ telegram: { token: '123456789:AAExample', chatId: '-1001234567890' } }] });
export type SaveAlarmsInput = z.output<typeof saveAlarmsInput>;

/** `problem` says what is wrong; null if the message was sent. */
export const testedAlarms = z.object({ ok: z.boolean(), problem: z.string().nullable() });
export type TestedAlarms = z.output<typeof testedAlarms>;
