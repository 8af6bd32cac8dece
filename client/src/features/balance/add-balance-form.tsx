import { Box, Button, Collapsible, Flex, Grid, Link, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, type SubmitEvent, useId } from 'react';
import { LuArrowRight, LuChevronDown } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import type { MethodsOut } from '#shared/balance.ts';
import type { Nanos, PaisaPerDollar, Taka } from '#shared/money.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CheckboxField, TextField } from '../../components/fields.tsx';
import { ShopTerms } from '../../components/markdown/shop-terms.tsx';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { inReadersDigits } from '../../i18n/grouped.ts';
import { formatCount } from '../../lib/format.ts';
import { formatDollars, formatTaka } from '../../lib/money.ts';
import { parseTypedDollars } from '../../lib/parse-typed.ts';
import { paths, termsPath } from '../../lib/paths.ts';
import { formatRate } from './format-rate.ts';
import { MethodTiles } from './method-tiles.tsx';
import type { TypedDraft } from './recharge-draft.ts';
import { useRechargeChoice } from './use-recharge-choice.ts';

/** The choice and its sums, stacked on a phone. */
export const choiceColumns = {
  templateColumns: { base: '1fr', xl: '1fr 22rem' },
  gap: { base: '6', xl: '8' },
  alignItems: 'start',
};

/** Method, amount and terms, with the total of the typed amount. */
export function AddBalanceForm({ methods, ratePaisa, feePercent }: MethodsOut) {
  const t = useStore(addBalanceTexts);
  const navigate = useNavigate();
  const { form, typed, draft, missing, ...sums } = useRechargeChoice({ methods, ratePaisa });
  const { register, setValue, formState } = form;

  /** Enter in a field continues like the link. */
  const goOn = (event: SubmitEvent) => {
    event.preventDefault();
    if (missing === null) void navigate(paths.payment, { state: draft });
  };

  return (
    <Grid asChild {...choiceColumns}>
      <form noValidate onSubmit={goOn}>
        {/* Browsers submit on Enter only if there is a submit button; the visible one is a link. */}
        <button type="submit" hidden aria-label={t.goOn} />
        <Stack gap="6" borderWidth={{ md: '1px' }} borderRadius="l3" p={{ md: '6' }}>
          <MethodTiles methods={methods} error={formState.errors.method} field={register('method')} />
          <AmountField
            amount={typed.amount}
            hint={sums.amountHint}
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

const quickDollars = ['5', '10', '20', '50'];

interface AmountFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  /** As typed. */
  amount: string;
  onPick: (dollars: string) => void;
}

/** Dollars, typed or picked from four amounts. */
function AmountField({ amount, onPick, ...field }: AmountFieldProps) {
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
            {inReadersDigits(`$${dollars}`)}
          </Button>
        ))}
      </Grid>
    </Stack>
  );
}

interface GoToPaymentProps {
  draft: TypedDraft;
  /** The missing steps in a sentence; null if there are none. */
  missing: string | null;
}

/** Leads to the payment, or shows what is missing. */
function GoToPayment({ draft, missing }: GoToPaymentProps) {
  const t = useStore(addBalanceTexts);
  if (missing === null) {
    return (
      <Button asChild colorPalette="brand" size="lg" w="full">
        <AppLink to={paths.payment} state={draft}>
          {t.goToPayment} <LuArrowRight aria-hidden />
        </AppLink>
      </Button>
    );
  }
  return (
    <Stack gap="2">
      <Button size="lg" w="full" colorPalette="brand" disabled aria-describedby="missing-steps">
        {t.goToPayment} <LuArrowRight aria-hidden />
      </Button>
      <Text id="missing-steps" textStyle="sm" color="fg.muted" aria-live="polite">
        {missing}
      </Text>
    </Stack>
  );
}

/** The terms to accept, collapsed by default; the About page has them too. */
function Terms() {
  const t = useStore(addBalanceTexts);
  return (
    <Collapsible.Root lazyMount>
      <Collapsible.Trigger asChild>
        <Button variant="plain" size="sm" px="0" color="fg.muted" fontWeight="normal" textDecoration="underline">
          {t.readTerms}
          <Collapsible.Indicator transition="transform 150ms" _open={{ transform: 'rotate(180deg)' }}>
            <LuChevronDown />
          </Collapsible.Indicator>
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content>
        <Box pt="1" pb="2">
          <ShopTerms />
        </Box>
        <Link asChild textStyle="sm" color="fg.muted" textDecoration="underline" mb="2">
          <AppLink to={termsPath}>{t.termsOnAbout}</AppLink>
        </Link>
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

interface RechargeSumsProps {
  amountNanos: Nanos;
  totalTaka: Taka;
  ratePaisa: PaisaPerDollar;
  feePercent: number;
}

/** Dollars, fee and taka. They are outputs and do not look like fields. */
function RechargeSums({ amountNanos, totalTaka, ratePaisa, feePercent }: RechargeSumsProps) {
  const t = useStore(addBalanceTexts);
  return (
    <Box fontVariantNumeric="tabular-nums">
      <Sum label={t.youReceive}>
        <Text as="span" fontWeight="semibold">
          {formatDollars(amountNanos)}
        </Text>
      </Sum>
      <Sum label={t.extraFee}>
        <Text as="s" color="fg.muted" me="2">
          {formatCount(feePercent)}%
        </Text>
        <Span color="fg.success" fontWeight="semibold">
          {t.noFee}
        </Span>
      </Sum>
      <Box borderTopWidth="1px" mt="3" pt="3">
        <Sum label={t.totalInTaka}>
          <Span fontSize="3xl" fontWeight="semibold" lineHeight="shorter">
            {formatTaka(totalTaka)}
          </Span>
        </Sum>
        <Text textStyle="sm" color="fg.muted" textAlign="end">
          {t.rate({ rate: formatRate(ratePaisa) })}
        </Text>
      </Box>
    </Box>
  );
}

function Sum({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <Flex justify="space-between" align="baseline" gap="4" py="1">
      <Text id={id} color="fg.muted" flexShrink="0">
        {label}
      </Text>
      <Box asChild textAlign="end">
        <output aria-labelledby={id}>{children}</output>
      </Box>
    </Flex>
  );
}
