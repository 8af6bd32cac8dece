import type { ComponentProps } from 'react';
import { TextField } from '../../components/fields.tsx';

/** What an order is for. Without a `maxLength`, which would cut a link that is too long, and another one would be ordered for. */
export function LinkField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="url"
      enterKeyHint="next"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
