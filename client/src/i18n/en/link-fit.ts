import type { TargetKind } from '#shared/paste/target.ts';
import { texts } from '../texts.ts';

/** What a link leads to, and what a service takes. */
export const linkFitTexts = texts('linkFit', {
  ask: 'Is this the right link?',
  askText: 'You gave: {read}. {service} is for: {expected}. A wrong link can’t be refunded.',
  change: 'Change the link',
  hint: 'For: {expected}. Like {example}',
  hintAlone: 'For: {expected}',
  orderAnyway: 'Order anyway',
  noted: 'This link is not what the service is for.',
  reading: 'Will be ordered: {link}',
  or: '{one} or {other}',
});

/** Kinds of links. */
export const linkKindTexts = texts('linkKinds', {
  profile: 'profile',
  post: 'post',
  reel: 'reel',
  video: 'video',
  short: 'Short',
  story: 'story',
  live: 'live stream',
  comment: 'comment',
  channel: 'channel',
  group: 'group',
  invite: 'invite link',
  playlist: 'playlist',
  track: 'track',
  page: 'page',
  event: 'event',
  place: 'place',
  app: 'app',
  site: 'website',
  unknown: 'short link',
} satisfies Record<TargetKind, string>);
