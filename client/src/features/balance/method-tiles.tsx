import { Badge, Box, Grid, Span, Text, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { LuCircleCheck } from 'react-icons/lu';
import type { MethodsOut } from '#shared/balance.ts';
import { isPlaceholderRecipient } from '#shared/payment-methods.ts';
import { MethodMark } from '../../components/method-mark.tsx';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { fieldMessage } from '../../lib/errors.ts';

type Method = MethodsOut['methods'][number];

interface MethodTilesProps {
  methods: readonly Method[];
  error?: FieldError | undefined;
  /** The group's registration in react-hook-form. */
  field: UseFormRegisterReturn;
}

/** The payment methods as tiles. Real radio buttons: the arrow keys move between them, and Tab passes the group in one step. */
export function MethodTiles({ methods, error, field }: MethodTilesProps) {
  const t = useStore(addBalanceTexts);
  const errorId = useId();
  return (
    <Box
      as="fieldset"
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <Text as="legend" textStyle="sm" fontWeight="medium" mb="1.5">
        {t.method}
      </Text>
      <Grid templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' }} gap="2">
        {methods.map((method) => (
          <MethodTile key={method.id} method={method} field={field} />
        ))}
      </Grid>
      {error?.message && (
        <Text id={errorId} textStyle="xs" color="fg.error" mt="1.5" role="alert">
          {fieldMessage(error.message)}
        </Text>
      )}
    </Box>
  );
}

function MethodTile({ method: { name, logo, recipient }, field }: { method: Method; field: UseFormRegisterReturn }) {
  const t = useStore(addBalanceTexts);
  const sampleId = useId();
  const isSample = isPlaceholderRecipient(recipient);
  return (
    <Box asChild {...tile}>
      <label>
        <VisuallyHidden asChild>
          <input
            type="radio"
            value={name}
            aria-label={name}
            aria-describedby={isSample ? sampleId : undefined}
            {...field}
          />
        </VisuallyHidden>
        <MethodMark logo={logo} size="9" />
        <Box flex="1" minW="0">
          <Text fontWeight="semibold" lineHeight="shorter" overflowWrap="anywhere">
            {name}
          </Text>
          {isSample && (
            <Badge id={sampleId} size="sm" colorPalette="orange">
              {t.sample}
            </Badge>
          )}
        </Box>
        <Span
          className="chosen"
          pos="absolute"
          top="1.5"
          insetEnd="1.5"
          visibility="hidden"
          color="brand.fg"
          aria-hidden
        >
          <LuCircleCheck />
        </Span>
      </label>
    </Box>
  );
}

const tile = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: { base: '2.5', md: '3' },
  minH: '16',
  px: { base: '2.5', md: '3' },
  py: '2',
  borderWidth: '1px',
  borderColor: 'border.field',
  borderRadius: 'l2',
  cursor: 'pointer',
  _hover: { bg: 'bg.subtle' },
  css: {
    '&:has(:checked)': {
      borderColor: 'brand.border',
      bg: 'brand.subtle',
      outline: '1px solid',
      outlineColor: 'brand.border',
    },
    '&:has(:checked) .chosen': { visibility: 'visible' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
} as const;
