import { texts } from '../../texts.ts';

/** How sources deliver: the section of a supplier, and a line for each source of a service. */
export const qualityTexts = texts('quality', {
  accepted: 'Accepted',
  canceled: 'Canceled',
  finish: 'To finish',
  heading: 'Quality',
  kept: '{done} of {asked}',
  lineAccepted: {
    one: '{count} purchase since {day}',
    other: '{count} purchases since {day}',
  },
  lineCanceled: 'canceled {share}',
  lineFinish: 'finishes in {times}',
  lineNone: 'No purchases in the last 30 days',
  linePartial: 'partial {share}',
  lineRefills: 'refills kept {kept}',
  lineStart: 'starts in {times}',
  lineTooFew: 'too few to say more',
  moves: '{rises} up, {falls} down',
  none: 'No purchases in the last 30 days.',
  partial: 'Partial',
  priceMoves: 'Price moves',
  refills: 'Refills kept',
  start: 'To start',
  summary:
    'Purchases accepted since {day}. The first time is the usual one, in the second 90 % were there. Fewer than {count} are too few to say.',
  times: '{usual} · 90 %: {most}',
  tooFew: 'too few',
});
