import { Flex, Input, InputGroup, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { formatDollars, formatTaka, type Nanos, type PaisaPerDollar, type Taka } from '../../../../shared/money.ts';
import { FieldFrame } from '../../components/fields.tsx';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { formatRate } from './format-rate.ts';

interface RechargeSumsProps {
  amountNanos: Nanos;
  totalTaka: Taka;
  ratePaisa: PaisaPerDollar;
  feePercent: number;
}

/** What is received for what is paid, and the fee that is not. */
export function RechargeSums({ amountNanos, totalTaka, ratePaisa, feePercent }: RechargeSumsProps) {
  const t = useStore(addBalanceTexts);
  return (
    <>
      <Flex justify="space-between" gap="4" align="baseline">
        <Text color="fg.muted">{t.youReceive}</Text>
        <Text fontWeight="semibold" fontVariantNumeric="tabular-nums">
          {formatDollars(amountNanos)}
        </Text>
      </Flex>
      <FieldFrame label={t.extraFee}>
        <InputGroup
          startElement={<Span textDecoration="line-through">{feePercent}%</Span>}
          startElementProps={{ color: 'fg.muted' }}
        >
          <Input
            readOnly
            tabIndex={-1}
            value={t.noFee}
            color="fg.success"
            fontWeight="semibold"
            bg="bg.subtle"
            ps="16"
          />
        </InputGroup>
      </FieldFrame>
      <FieldFrame label={t.totalInTaka} hint={t.rate({ rate: formatRate(ratePaisa) })}>
        <Input
          readOnly
          value={formatTaka(totalTaka)}
          bg="bg.subtle"
          h="14"
          fontSize="2xl"
          fontWeight="semibold"
          fontVariantNumeric="tabular-nums"
        />
      </FieldFrame>
    </>
  );
}
