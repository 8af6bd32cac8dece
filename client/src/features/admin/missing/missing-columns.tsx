import { Button, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCircleCheck, LuCircleSlash, LuSearchCheck, LuUndo2 } from 'react-icons/lu';
import type { Column } from '../../../components/data-table/columns.ts';
import { OrderLink } from '../../../components/order-link.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { SignedAmount } from '../../../components/signed-amount.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { missingTexts } from '../../../i18n/en/admin/missing.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatAmount } from '../../../lib/money.ts';
import { actionsColumn, agoColumn } from '../columns.tsx';
import { UserLink } from '../user-link.tsx';
import { entryWords, type Missing } from './missing-words.ts';

/** The columns of open entries. */
export function openColumns(onSettle: (entry: Missing) => void): Column<Missing>[] {
  return [...columns(), actionsColumn((entry) => <SettleButton entry={entry} onSettle={onSettle} />)];
}

/** The columns of settled entries, and of those that were found again. */
export function settledColumns(): Column<Missing>[] {
  const t = missingTexts.get();
  return columns({ id: 'outcome', header: t.settled, cell: (entry) => <Outcome entry={entry} /> });
}

/** What a decision needs comes first, because a tablet shows only the first columns at once. */
function columns(...more: Column<Missing>[]): Column<Missing>[] {
  const t = missingTexts.get();
  return [
    // No link: the number may be another's by now.
    { id: 'entry', header: t.entry, cell: (entry) => <Entry entry={entry} />, card: 'title', canHide: false },
    { id: 'customer', header: t.customer, cell: ({ customer }) => <Customer customer={customer} /> },
    {
      id: 'amount',
      header: adminTexts.get().amount,
      align: 'end',
      figure: ({ amountNanos }) => `${formatAmount(amountNanos)}0`,
      cell: ({ amountNanos }) => <SignedAmount amountNanos={amountNanos} />,
      card: 'aside',
    },
    ...more,
    { id: 'service', header: t.service, cell: (entry) => <Service entry={entry} /> },
    { id: 'link', header: t.link, cell: (entry) => <LinkOf entry={entry} /> },
    {
      id: 'quantity',
      header: t.quantity,
      align: 'end',
      cell: ({ quantity }) => (
        <Span fontVariantNumeric="tabular-nums">{quantity === null ? '–' : formatCount(quantity)}</Span>
      ),
    },
    agoColumn('acknowledged', t.acknowledged, ({ acknowledgedAt }) => acknowledgedAt, {}),
  ];
}

function Entry({ entry }: { entry: Missing }) {
  return (
    <Span fontWeight="semibold" whiteSpace="nowrap">
      {entryWords(entry)}
    </Span>
  );
}

function Customer({ customer: { id, userName } }: Pick<Missing, 'customer'>) {
  const t = useStore(missingTexts);
  if (userName === null) return <Span color="fg.muted">{t.customerGone({ id: String(id) })}</Span>;
  return <UserLink user={{ id, userName }} />;
}

function Service({ entry: { serviceId, service, method } }: { entry: Missing }) {
  if (serviceId !== null && service !== null) return <ServiceName id={serviceId} name={service} lines={1} />;
  return <>{method ?? '–'}</>;
}

function LinkOf({ entry: { link, reference } }: { entry: Missing }) {
  if (link !== null) return <OrderLink link={link} maxW={{ base: 'full', md: '14rem' }} />;
  return <Span translate="no">{reference ?? '–'}</Span>;
}

interface SettleButtonProps {
  entry: Missing;
  onSettle: (entry: Missing) => void;
}

function SettleButton({ entry, onSettle }: SettleButtonProps) {
  const t = useStore(missingTexts);
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={t.settleEntry({ entry: entryWords(entry) })}
      onClick={() => onSettle(entry)}
    >
      {t.settle}
    </Button>
  );
}

const looks: Record<NonNullable<Missing['outcome']> | 'found', { tone: 'green' | 'blue' | 'gray'; icon: ReactNode }> = {
  restored: { tone: 'green', icon: <LuCircleCheck /> },
  refunded: { tone: 'blue', icon: <LuUndo2 /> },
  ignored: { tone: 'gray', icon: <LuCircleSlash /> },
  found: { tone: 'green', icon: <LuSearchCheck /> },
};

function Outcome({ entry: { outcome, settledBy, reason } }: { entry: Missing }) {
  const t = useStore(missingTexts);
  const look = looks[outcome ?? 'found'];
  const words = { restored: t.restored, refunded: t.refunded, ignored: t.ignored, found: t.found };
  return (
    <Stack gap="0.5" align="start" minW="0">
      <StatusBadge tone={look.tone} icon={look.icon} quiet>
        {words[outcome ?? 'found']}
      </StatusBadge>
      {settledBy && (
        <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere" whiteSpace="normal" maxW="20rem">
          {t.settledBy({ name: settledBy })}: {reason}
        </Text>
      )}
    </Stack>
  );
}
