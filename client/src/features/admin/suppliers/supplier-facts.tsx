import { Alert, Box, Grid, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuBan } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { inReadersDigits } from '../../../i18n/grouped.ts';
import { Sentence } from '../../../i18n/sentence.tsx';
import { formatUnits } from '../../../lib/format-units.ts';
import { paths } from '../../../lib/paths.ts';
import { Reason } from './reason.tsx';
import { type Supplier, stopWords } from './supplier.ts';
import { BalanceAndBooks, Lasting, WaitingPurchases } from './supplier-parts.tsx';

/** The figures of a supplier, and why it is stopped. */
export function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const t = useStore(supplierTexts);
  const { currency, rate, listedAt, balanceAt, orderLimit, dayLimit, statusesBehind } = supplier;
  return (
    <Stack gap="4">
      {supplier.stopped && <StopNotice supplier={supplier} />}
      {supplier.waitsForWords && (
        <Warning title={t.waitsForWords}>
          <AppLink to={`${paths.suppliers}?tab=rules`}>{t.waitsForWordsLink}</AppLink>
        </Warning>
      )}
      {statusesBehind && (
        <Warning title={t.statusesBehind({ count: statusesBehind.count })}>
          <Sentence words={t.statusesBehindSince} parts={{ ago: <Ago at={statusesBehind.oldestAt} /> }} />
        </Warning>
      )}
      <Grid
        as="dl"
        borderWidth="1px"
        borderRadius="l3"
        p={{ base: '4', md: '5' }}
        gap="4"
        columnGap={{ base: '4', xl: '8' }}
        templateColumns={{ base: '1fr 1fr', md: 'repeat(3, minmax(0, 1fr))', xl: 'repeat(6, auto)' }}
      >
        <Fact label={t.balance}>
          <BalanceAndBooks supplier={supplier} />
          {balanceAt && (
            <Text textStyle="xs" color="fg.muted">
              <Sentence words={t.balanceAt} parts={{ ago: <Ago at={balanceAt} /> }} />
            </Text>
          )}
        </Fact>
        <Fact label={t.lasts}>
          <Lasting hours={supplier.lastsHours} />
        </Fact>
        <Fact label={t.purchases}>
          <WaitingPurchases supplier={supplier} atStart />
        </Fact>
        <Fact label={t.listedAt}>{listedAt ? <Ago at={listedAt} /> : t.never}</Fact>
        {currency !== 'USD' && <Fact label={t.rate}>{`${inReadersDigits(`$${rate}`)} / ${currency}`}</Fact>}
        {orderLimit !== null && <Fact label={t.orderLimit}>{formatUnits(orderLimit, currency)}</Fact>}
        {dayLimit !== null && <Fact label={t.dayLimit}>{formatUnits(dayLimit, currency)}</Fact>}
      </Grid>
    </Stack>
  );
}

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert.Root status="warning">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{children}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

function StopNotice({ supplier }: { supplier: Supplier }) {
  const t = useStore(supplierTexts);
  const { stoppedAt, stoppedReason, stoppedText } = supplier;
  return (
    <Alert.Root status="error">
      <Alert.Indicator>
        <LuBan />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>{stopWords(supplier)}</Alert.Title>
        <Alert.Description overflowWrap="anywhere">
          {stoppedAt && <Sentence words={t.stoppedSince} parts={{ at: <TimeText at={stoppedAt} /> }} />}
          {stoppedReason === 'account' && stoppedText && (
            <Text>
              <Sentence words={t.supplierSays} parts={{ text: <Reason text={stoppedText} /> }} />
            </Text>
          )}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box minW="0">
      <Text as="dt" textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <Box as="dd" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        {children}
      </Box>
    </Box>
  );
}
