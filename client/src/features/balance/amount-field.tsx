import { Button, Grid, Stack } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { TextField } from '../../components/fields.tsx';
import { parseTypedDollars } from '../../lib/typed-numbers.ts';

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
  return (
    <Stack gap="3">
      <TextField
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        h="12"
        fontSize="lg"
        fontVariantNumeric="tabular-nums"
        hint={
          isBelowOneTaka
            ? 'This is less than one taka. Enter a larger amount.'
            : 'At most $10,000 at a time, with up to 2 decimals.'
        }
        {...field}
      />
      <Grid role="group" aria-label="Quick amounts" templateColumns="repeat(4, 1fr)" gap="2" maxW={{ md: 'sm' }}>
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
