import { Box, NativeSelect } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import type { FieldError } from 'react-hook-form';
import type { MethodsOut } from '../../../../shared/balance.ts';
import { FieldFrame } from '../../components/fields.tsx';
import { MethodMark } from '../../components/method-mark.tsx';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';

interface MethodSelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  methods: MethodsOut['methods'];
  /** The chosen method's name. */
  chosen: string;
  error?: FieldError | undefined;
}

/**
 * A real select, so that keyboards, screen readers and phones bring their own way of choosing; browsers that can style its
 * list (`appearance: base-select`) show each method's mark in it.
 */
export function MethodSelect({ methods, chosen, error, ...select }: MethodSelectProps) {
  const t = useStore(addBalanceTexts);
  const method = methods.find(({ name }) => name === chosen);
  return (
    <FieldFrame label={t.method} error={error}>
      <NativeSelect.Root>
        <Box position="absolute" insetStart="3" top="50%" transform="translateY(-50%)" pointerEvents="none" zIndex="1">
          <MethodMark logo={method?.logo ?? null} size="6" />
        </Box>
        <NativeSelect.Field {...select} ps="12" h="12" fontSize="md" css={pickerStyles}>
          <option value="" disabled>
            {t.chooseMethod}
          </option>
          {methods.map(({ id, name, logo }) => (
            <option key={id} value={name} style={{ '--mark': logo ? `url("${encodeURI(logo)}")` : 'none' } as object}>
              {name}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}

const pickerStyles = {
  '@supports (appearance: base-select)': {
    '&, &::picker(select)': { appearance: 'base-select' },
    '&': { display: 'flex', alignItems: 'center' },
    '&::picker-icon': { display: 'none' },
    '&::picker(select)': {
      bg: 'bg.panel',
      color: 'fg',
      border: '1px solid var(--c-colors-border-emphasized)',
      borderRadius: 'l2',
      padding: '1',
      marginTop: '1',
    },
    '& option': { minHeight: '11', paddingInline: '3', gap: '3', borderRadius: 'l1', cursor: 'pointer' },
    '& option[value=""]': { display: 'none' },
    '& option:hover, & option:focus-visible': { bg: 'bg.muted', outline: 'none' },
    '& option:checked': { fontWeight: 'semibold' },
    '& option::checkmark': { order: 1, marginInlineStart: 'auto' },
    '& option::before': {
      content: '""',
      width: '1.5rem',
      height: '1.5rem',
      backgroundImage: 'var(--mark)',
      backgroundSize: 'contain',
      flexShrink: 0,
    },
  },
};
