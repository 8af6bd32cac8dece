import { Box, Grid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MethodsOut } from '../../../../shared/balance.ts';
import { CheckboxField } from '../../components/fields.tsx';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { paths } from '../../lib/paths.ts';
import { AmountField } from './amount-field.tsx';
import { GoToPayment } from './go-to-payment.tsx';
import { MethodTiles } from './method-tiles.tsx';
import { RechargeSums } from './recharge-sums.tsx';
import { Terms } from './terms.tsx';
import { useRechargeChoice } from './use-recharge-choice.ts';

/** The choice, and beside it what it comes to; below each other on a phone. */
export const choiceColumns = {
  templateColumns: { base: '1fr', xl: '1fr 22rem' },
  gap: { base: '6', xl: '8' },
  alignItems: 'start',
};

/** Method, amount and terms; the total follows what is typed. */
export function AddBalanceForm({ methods, ratePaisa, feePercent }: MethodsOut) {
  const t = useStore(addBalanceTexts);
  const navigate = useNavigate();
  const { form, typed, draft, missing, ...sums } = useRechargeChoice({ methods, ratePaisa });
  const { register, setValue, formState } = form;

  /** Enter in a field goes on like the link does. */
  const goOn = (event: SubmitEvent) => {
    event.preventDefault();
    if (missing === null) void navigate(paths.payment, { state: draft });
  };

  return (
    <Grid asChild {...choiceColumns}>
      <form noValidate onSubmit={goOn}>
        {/* Browsers submit on Enter only where there is a submit button; the visible one is a link. */}
        <button type="submit" hidden aria-label={t.goOn} />
        <Stack gap="6" borderWidth={{ md: '1px' }} borderRadius="l3" p={{ md: '6' }}>
          <MethodTiles methods={methods} error={formState.errors.method} field={register('method')} />
          <AmountField
            amount={typed.amount}
            isBelowOneTaka={sums.isBelowOneTaka}
            error={formState.errors.amount}
            onPick={(dollars) => setValue('amount', dollars, { shouldValidate: true, shouldDirty: true })}
            {...register('amount')}
          />
        </Stack>
        <Stack
          gap="5"
          borderWidth="1px"
          borderRadius="l3"
          p={{ base: '5', md: '6' }}
          position={{ xl: 'sticky' }}
          top="24"
        >
          <RechargeSums
            amountNanos={sums.amountNanos}
            totalTaka={sums.totalTaka}
            ratePaisa={ratePaisa}
            feePercent={feePercent}
          />
          <Box>
            <CheckboxField
              label={t.acceptTerms}
              checked={typed.terms}
              onChange={(accepted) => setValue('terms', accepted)}
            />
            <Terms />
          </Box>
          <GoToPayment draft={draft} missing={missing} />
        </Stack>
      </form>
    </Grid>
  );
}
