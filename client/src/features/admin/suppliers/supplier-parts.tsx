import { Link, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuBan, LuCircleCheck, LuUnplug } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { purchasesPath } from '../../../lib/supplier-paths.ts';
import { formatLasting, isZero, type Supplier, stopWords } from './supplier.ts';

/** Whether a supplier buys, and if not, why. */
export function SupplierState({ supplier }: { supplier: Supplier }) {
  const t = useStore(supplierTexts);
  const { stopped, unreachableSince } = supplier;
  if (!stopped && !unreachableSince) {
    return (
      <StatusBadge tone="green" icon={<LuCircleCheck />} quiet>
        {t.active}
      </StatusBadge>
    );
  }
  return (
    <Stack gap="0.5" align={{ base: 'end', md: 'start' }} minW="0">
      <StatusBadge tone="red" icon={stopped ? <LuBan /> : <LuUnplug />} quiet>
        {stopped ? t.stopped : t.silent}
      </StatusBadge>
      <Text textStyle="xs" color="fg.muted" whiteSpace="normal" overflowWrap="anywhere" maxW="16rem">
        {stopped ? stopWords(supplier) : unreachableSince && <Ago at={unreachableSince} />}
      </Text>
    </Stack>
  );
}

/** The balance at the supplier, and below it the books and their difference. */
export function BalanceAndBooks({ supplier }: { supplier: Supplier }) {
  const t = useStore(supplierTexts);
  const { balance, balanceNamedIn, books, unexplained, currency } = supplier;
  return (
    <Stack gap="0" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      <Span fontWeight="semibold">{balance === null ? t.notRead : formatUnits(balance, currency)}</Span>
      {balanceNamedIn !== null && (
        <Span textStyle="xs" color="fg.error" whiteSpace="normal">
          {t.balanceOther({ named: balanceNamedIn, currency })}
        </Span>
      )}
      <Span textStyle="xs" color="fg.muted">
        {t.booksLower({ amount: formatUnits(books, currency) })}
      </Span>
      {unexplained !== null && !isZero(unexplained) && (
        <Span textStyle="xs" color="fg.error">
          {t.unexplained({ amount: formatUnits(unexplained, currency) })}
        </Span>
      )}
    </Stack>
  );
}

/** How long the balance lasts at the rate of the last 24 hours. */
export function Lasting({ hours }: { hours: number | null }) {
  useStore(supplierTexts);
  return (
    <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" {...(hours !== null && hours < 24 && low)}>
      {hours === null ? '–' : formatLasting(hours)}
    </Span>
  );
}

const low = { color: 'fg.warning', fontWeight: 'semibold' } as const;

/** The purchases that wait, each with a link to their queue; unknown ones first. */
export function WaitingPurchases({ supplier, atStart = false }: { supplier: Supplier; atStart?: boolean }) {
  const t = useStore(supplierTexts);
  const { id, unknown, waitingFunds, queued, sending } = supplier;
  const parts = [
    { state: 'unknown', count: unknown, words: t.unknownCount, color: 'fg.error' },
    { state: 'waiting_funds', count: waitingFunds, words: t.waitingCount, color: 'fg.warning' },
    { state: 'queued', count: queued, words: t.queuedCount, color: undefined },
    { state: 'sending', count: sending, words: t.sendingCount, color: undefined },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return <Span color="fg.muted">{t.purchasesNone}</Span>;
  return (
    <Stack gap="0" textStyle="sm" align={{ base: atStart ? 'start' : 'end', md: 'start' }}>
      {parts.map(({ state, count, words, color }) => (
        <Link key={state} asChild variant="underline" color={color} whiteSpace="nowrap">
          <AppLink to={purchasesPath({ state, supplierId: id })}>{words({ count })}</AppLink>
        </Link>
      ))}
    </Stack>
  );
}
