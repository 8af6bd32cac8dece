import { Kbd, type KbdProps } from '@chakra-ui/react';
import { withCommand } from '../lib/command-key.ts';

/** The keys that submit a form that moves money, for screen readers. */
export const sendShortcut = 'Control+Enter Meta+Enter';

/** The keys that submit such a form from any field, displayed if there is a keyboard. */
export function SendKeys(props: KbdProps) {
  return (
    <Kbd
      size="sm"
      wordSpacing="normal"
      aria-hidden
      hideBelow="md"
      css={{ '@media not (pointer: fine)': { display: 'none' } }}
      {...props}
    >
      {withCommand('Enter')}
    </Kbd>
  );
}
