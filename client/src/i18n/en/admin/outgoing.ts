import { texts } from '../../texts.ts';

/** What a restore holds: the banner above every admin page, and the dialog that releases it. */
export const outgoingTexts = texts('outgoing', {
  ask: 'Release emails and jobs?',
  askText: 'They go on at once: {mails}, {jobs}.',
  done: 'Released',
  doneText: 'Emails and bulk jobs go on.',
  drop: 'Drop: some may never arrive',
  failed: 'Could not release',
  jobs: { one: '{count} bulk job', other: '{count} bulk jobs' },
  mails: { one: '{count} email', other: '{count} emails' },
  older: { one: '{count} email from before the restore', other: '{count} emails from before the restore' },
  olderHint:
    'The panel that was backed up may have sent them. Links to log in or to confirm an address are not among them.',
  release: 'Release…',
  releaseNow: 'Release',
  releasing: 'Releasing…',
  send: 'Send: some may arrive twice',
  text: 'This panel was restored from a backup on {at}. Nothing is sent until an admin releases it. Waiting: {mails}, {jobs}.',
  title: 'Emails and bulk jobs are held',
});
