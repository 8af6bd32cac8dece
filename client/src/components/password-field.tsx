import { Box, Button, Flex, Input, InputGroup, type InputProps, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type Ref, useState } from 'react';
import { commonTexts } from '../i18n/en/common.ts';
import { strengthTexts } from '../i18n/en/password-strength.ts';
import { passwordStrength } from '../lib/password-strength.ts';
import { FieldFrame, type FieldProps } from './fields.tsx';

interface PasswordFieldProps extends FieldProps, Omit<InputProps, 'type'> {
  /** `current-password` for the login, `new-password` for a new one. */
  autoComplete: 'current-password' | 'new-password';
  ref?: Ref<HTMLInputElement>;
}

/** A password with a Show/Hide toggle. */
export function PasswordField({ label, error, hint, optional, ...input }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  const t = useStore(commonTexts);
  const words = useStore(strengthTexts);
  return (
    <FieldFrame {...{ label, error, hint, optional }}>
      <InputGroup
        endElementProps={{ px: '1' }}
        endElement={
          <Button
            size="xs"
            variant="ghost"
            aria-label={isVisible ? words.hidePassword : words.showPassword}
            aria-pressed={isVisible}
            onClick={() => setIsVisible(!isVisible)}
          >
            {isVisible ? t.hide : t.show}
          </Button>
        }
      >
        <Input
          {...input}
          type={isVisible ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={128}
          pe="16"
        />
      </InputGroup>
    </FieldFrame>
  );
}

const strengths = ['tooShort', 'weak', 'fair', 'good', 'strong'] as const;
const tones = ['error', 'error', 'warning', 'info', 'success'] as const;

/** A password's strength as four bars and a word, or the minimum length while empty. Its size is constant. */
export function StrengthMeter({ password, minLength }: { password: string; minLength: number }) {
  const t = useStore(strengthTexts);
  const score = passwordStrength(password, minLength);
  const tone = password ? `fg.${tones[score]}` : 'fg.muted';
  const bars = password ? Math.max(score, 1) : 0;
  return (
    <Stack gap="1" mt="-2">
      <Flex gap="1" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <Box key={bar} flex="1" h="1" borderRadius="l1" bg={bar <= bars ? tone : 'bg.muted'} />
        ))}
      </Flex>
      <Text textStyle="xs" color={tone} aria-live="polite">
        {password ? t.strength({ strength: t[strengths[score]] }) : t.atLeast({ count: minLength })}
      </Text>
    </Stack>
  );
}
