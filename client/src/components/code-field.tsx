import { Button, type InputProps, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type Ref, useState } from 'react';
import { codeTexts } from '../i18n/en/second-factor.ts';
import { type FieldProps, TextField } from './fields.tsx';

interface CodeFieldProps extends Pick<FieldProps, 'error' | 'optional'>, InputProps {
  /** Whether only the authenticator app's code will do. */
  ofAppOnly?: boolean;
  /** Instead of its name, if the page has said before which code it is. */
  label?: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A code of the authenticator app, or a recovery code after a press: with the right keyboard and autofill for each. Both are the same
 * field to the server.
 */
export function CodeField({ ofAppOnly = false, label, error, ...input }: CodeFieldProps) {
  const t = useStore(codeTexts);
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Stack gap="2" align="start">
      <TextField
        label={label ?? (isRecovery ? t.recoveryCode : t.code)}
        hint={label ? undefined : isRecovery ? t.recoveryHint : t.codeHint}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        fontFamily="mono"
        letterSpacing="wide"
        error={error}
        {...input}
      />
      {!ofAppOnly && (
        <Button
          variant="plain"
          size="sm"
          px="0"
          fontWeight="normal"
          textDecoration="underline"
          onClick={({ currentTarget: { form } }) => {
            setRecovery(!isRecovery);
            form?.querySelector<HTMLInputElement>('input[name=code]')?.select();
          }}
        >
          {isRecovery ? t.useApp : t.useRecovery}
        </Button>
      )}
    </Stack>
  );
}
