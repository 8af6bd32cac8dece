import { Box, Button, Flex, Grid, Input, InputGroup, Span, Stack, Text } from '@chakra-ui/react';
import { type SubmitEvent, useEffect } from 'react';
import { LuArrowRight } from 'react-icons/lu';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { z } from 'zod';
import { type MethodsOut, rechargeAmount } from '../../../../shared/balance.ts';
import { formatDollars, formatTaka, takaFor } from '../../../../shared/money.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CheckboxField, FieldFrame, TextField } from '../../components/fields.tsx';
import { readAmountToAdd } from '../../lib/amount-to-add.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { paths } from '../../lib/paths.ts';
import { parseTypedDollars, typedDollars } from '../../lib/typed-numbers.ts';
import { formatRate } from './format-rate.ts';
import { MethodSelect } from './method-select.tsx';
import { keepTypedDraft, readTypedDraft } from './recharge-draft.ts';
import { Terms } from './terms.tsx';
import { whatIsMissing } from './what-is-missing.ts';

const quickDollars = ['5', '10', '20', '50'];

const choice = z.object({
  method: z.string().min(1, 'Payment method is required'),
  // All decimals are read, so that a third one is told by its own message.
  amount: typedDollars(rechargeAmount, 'Enter an amount in dollars, such as 12.50', 9),
  terms: z.boolean(),
});

/** Method, amount and terms; the total follows what is typed. A reload keeps method and amount. */
export function AddBalanceForm({ methods, ratePaisa, feePercent }: MethodsOut) {
  const navigate = useNavigate();
  const lacking = useLackingAmount();
  const form = useSchemaForm(choice, startingValues(methods, lacking));
  const { register, watch, setValue, formState } = form;
  const { method, amount, terms } = watch();

  const parsed = choice.shape.amount.safeParse(amount);
  const amountNanos = parsed.success ? parsed.data : 0;
  const total = takaFor(amountNanos, ratePaisa);
  const draft = { method, amount: amount.trim(), total: total > 0 ? total : null };
  const missing = whatIsMissing({ method, amount, amountIsValid: parsed.success && total > 0, terms });
  const belowOneTaka = parsed.success && total === 0;

  /** Enter in a field goes on like the link does. */
  const goOn = (event: SubmitEvent) => {
    event.preventDefault();
    if (missing === null) void navigate(paths.payment, { state: draft });
  };

  useEffect(() => {
    keepTypedDraft({ method: draft.method, amount: draft.amount, total: draft.total });
  }, [draft.method, draft.amount, draft.total]);

  return (
    <Grid asChild templateColumns={{ base: '1fr', xl: '1fr 22rem' }} gap={{ base: '6', xl: '8' }} alignItems="start">
      <form noValidate onSubmit={goOn}>
        {/* Browsers submit on Enter only where there is a submit button; the visible one is a link. */}
        <button type="submit" hidden aria-label="Go on" />
        <Stack gap="6" borderWidth={{ md: '1px' }} borderRadius="l3" p={{ md: '6' }}>
          <MethodSelect methods={methods} chosen={method} error={formState.errors.method} {...register('method')} />
          <Stack gap="3">
            <TextField
              label="Amount in dollars"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.00"
              h="12"
              fontSize="lg"
              fontVariantNumeric="tabular-nums"
              error={formState.errors.amount}
              hint={
                belowOneTaka
                  ? 'This is less than one taka. Enter a larger amount.'
                  : 'At most $10,000 at a time, with up to 2 decimals.'
              }
              {...register('amount')}
            />
            <Grid role="group" aria-label="Quick amounts" templateColumns="repeat(4, 1fr)" gap="2" maxW={{ md: 'sm' }}>
              {quickDollars.map((dollars) => (
                <Button
                  key={dollars}
                  variant="outline"
                  aria-pressed={parseTypedDollars(amount) === parseTypedDollars(dollars)}
                  _pressed={{ bg: 'bg.muted', borderColor: 'border.field' }}
                  onClick={() => setValue('amount', dollars, { shouldValidate: true, shouldDirty: true })}
                >
                  ${dollars}
                </Button>
              ))}
            </Grid>
          </Stack>
        </Stack>

        <Stack
          gap="5"
          borderWidth="1px"
          borderRadius="l3"
          p={{ base: '5', md: '6' }}
          position={{ xl: 'sticky' }}
          top="24"
        >
          <Flex justify="space-between" gap="4" align="baseline">
            <Text color="fg.muted">You receive</Text>
            <Text fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {formatDollars(amountNanos)}
            </Text>
          </Flex>
          <FieldFrame label="Extra fee">
            <InputGroup
              startElement={<Span textDecoration="line-through">{feePercent}%</Span>}
              startElementProps={{ color: 'fg.muted' }}
            >
              <Input
                readOnly
                tabIndex={-1}
                value="NO EXTRA FEE"
                color="fg.success"
                fontWeight="semibold"
                bg="bg.subtle"
                ps="16"
              />
            </InputGroup>
          </FieldFrame>
          <FieldFrame label="Total in taka" hint={`Rate: $1 = ${formatRate(ratePaisa)}`}>
            <Input
              readOnly
              value={formatTaka(total)}
              bg="bg.subtle"
              h="14"
              fontSize="2xl"
              fontWeight="semibold"
              fontVariantNumeric="tabular-nums"
            />
          </FieldFrame>
          <Box>
            <CheckboxField
              label="I accept the terms and conditions"
              checked={terms}
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

function GoToPayment({ draft, missing }: { draft: object; missing: string | null }) {
  if (missing === null) {
    return (
      <Button asChild colorPalette="brand" size="lg" w="full">
        <AppLink to={paths.payment} state={draft}>
          Go to Payment <LuArrowRight aria-hidden />
        </AppLink>
      </Button>
    );
  }
  return (
    <Stack gap="2">
      <Button size="lg" w="full" colorPalette="brand" disabled aria-describedby="what-is-missing">
        Go to Payment <LuArrowRight aria-hidden />
      </Button>
      <Text id="what-is-missing" textStyle="sm" color="fg.muted" aria-live="polite">
        {missing}
      </Text>
    </Stack>
  );
}

/** What an order lacks, when it led here; a reload or coming back shows what was typed since. */
function useLackingAmount(): string | undefined {
  const location = useLocation();
  const isNew = useNavigationType() !== 'POP';
  return isNew ? readAmountToAdd(location.state) : undefined;
}

/** What this tab remembers, without a method that is no longer offered. Terms are accepted anew each time. */
function startingValues(methods: MethodsOut['methods'], lacking: string | undefined) {
  const { method, amount } = readTypedDraft();
  return {
    method: methods.some(({ name }) => name === method) ? method : '',
    amount: lacking ?? amount,
    terms: false,
  };
}
