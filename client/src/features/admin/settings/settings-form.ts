import { z } from 'zod';
import { type Settings, settingsFields } from '#shared/settings.ts';
import { decimalFromHundredths } from '../../../lib/parse-typed.ts';
import { typedHundredths, typedInteger, typedRate } from '../../../lib/typed-numbers.ts';
import { emptyOr, within } from './typed-rules.ts';

/*
 * The shop's settings as they are typed, a schema a section. Fields bear the procedure's names, so that its refusals find
 * their way back beside them.
 */

const {
  ratePaisa,
  feeBasisPoints,
  chatUrl,
  supportEmail,
  videoUrls,
  servicesOffset,
  ordersOffset,
  usersOffset,
  timeZone,
} = settingsFields.shape;
const MAX_VIDEOS = 3;

export const rateForm = z.object({
  ratePaisa: typedRate(
    within(ratePaisa, 'Enter a rate from 0.01 to 100,000 taka'),
    'Enter taka with up to 2 decimals, such as 126 or 126.50',
  ),
  feeBasisPoints: typedHundredths(
    within(feeBasisPoints, 'Enter at most 100 percent'),
    'Enter a percentage with up to 2 decimals, such as 1.85',
  ),
});

export const linksForm = z.object({
  chatUrl: emptyOr(chatUrl),
  supportEmail: emptyOr(supportEmail),
  videoUrls: z.array(emptyOr(chatUrl)).transform((urls) => videoUrls.parse(urls.filter((url) => url !== null))),
});

export const figuresForm = z.object({
  servicesOffset: typedOffset(servicesOffset),
  ordersOffset: typedOffset(ordersOffset),
  usersOffset: typedOffset(usersOffset),
});

export const timeZoneForm = z.object({ timeZone });

export function typedRateForm(settings: Settings): z.input<typeof rateForm> {
  return {
    ratePaisa: decimalFromHundredths(settings.ratePaisa),
    feeBasisPoints: decimalFromHundredths(settings.feeBasisPoints),
  };
}

export function typedLinks(settings: Settings): z.input<typeof linksForm> {
  return {
    chatUrl: settings.chatUrl ?? '',
    supportEmail: settings.supportEmail ?? '',
    videoUrls: Array.from({ length: MAX_VIDEOS }, (_, index) => settings.videoUrls[index] ?? ''),
  };
}

export function typedFigures(settings: Settings): z.input<typeof figuresForm> {
  return {
    servicesOffset: String(settings.servicesOffset),
    ordersOffset: String(settings.ordersOffset),
    usersOffset: String(settings.usersOffset),
  };
}

export function typedTimeZone({ timeZone: name }: Settings): z.input<typeof timeZoneForm> {
  return { timeZone: name };
}

function typedOffset(rules: z.ZodType<number, number>) {
  const message = 'Enter a whole number from 0 to 1,000,000,000';
  return typedInteger(within(rules, message), message);
}
