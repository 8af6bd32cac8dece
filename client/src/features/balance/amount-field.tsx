import { Button, Grid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { TextField } from '../../components/fields.tsx';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { parseTypedDollars } from '../../lib/parse-typed.ts';

const quickDollars = ['5', '10', '20', '50'];

interface AmountFieldProps extends Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> {
  /** As typed. */
  amount: string;
  /** Whether what is typed costs less than the smallest amount that can be paid. */
  isBelowOneTaka: boolean;
  onPick: (dollars: string) => void;
}

/** Dollars to be typed, or picked out of four amounts. */
export function AmountField({ amount, isBelowOneTaka, onPick, ...field }: AmountFieldProps) {
  const t = useStore(addBalanceTexts);
  return (
    <Stack gap="3">
      <TextField
        label={t.amountInDollars}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        h="12"
        fontSize="lg"
        fontVariantNumeric="tabular-nums"
        hint={isBelowOneTaka ? t.belowOneTaka : t.amountHint}
        {...field}
      />
      <Grid role="group" aria-label={t.quickAmounts} templateColumns="repeat(4, 1fr)" gap="2" maxW={{ md: 'sm' }}>
        {quickDollars.map((dollars) => (
          <Button
            key={dollars}
            variant="outline"
            aria-pressed={parseTypedDollars(amount) === parseTypedDollars(dollars)}
            _pressed={{ bg: 'bg.muted', borderColor: 'border.field' }}
            onClick={() => onPick(dollars)}
          >
            ${dollars}
          </Button>
        ))}
      </Grid>
    </Stack>
  );
}
