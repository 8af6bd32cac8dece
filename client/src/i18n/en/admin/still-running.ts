import { texts } from '../../texts.ts';

/** A call to somebody else's server that takes long. */
export const stillRunningTexts = texts('stillRunning', {
  line: 'Still running…',
  text: 'It has not ended within five minutes, and goes on. Press the button again later to see how it ended.',
  title: 'Still running',
});
