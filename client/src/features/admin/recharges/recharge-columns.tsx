import { Flex, Span } from '@chakra-ui/react';
import { CopyButton } from '../../../components/copy-button.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { actionsColumn, agoColumn, moneyColumn } from '../columns.tsx';
import type { QueueHandle } from '../review-queue/declaration.ts';
import { OpenButton } from '../review-queue/open-button.tsx';
import { FullUserLink } from '../user-link.tsx';
import { DuplicateBadge } from './duplicate-badge.tsx';
import { RechargeActions } from './recharge-actions.tsx';
import type { Recharge } from './recharge-decisions.tsx';

export const rechargeColumns = (queue: QueueHandle<Recharge>): Column<Recharge>[] => [
  {
    id: 'id',
    header: '#',
    width: '3.75rem',
    cell: (recharge) => <OpenButton queue={queue} row={recharge} />,
    card: 'title',
    canHide: false,
  },
  { id: 'name', header: 'Name', cell: ({ user }) => <FullUserLink user={user} />, card: 'title' },
  { id: 'phone', header: 'Phone', width: '8rem', fromPx: 1000, cell: ({ user }) => user.phone },
  {
    id: 'paidTaka',
    header: 'Paid Taka',
    width: '5.5rem',
    fromPx: 900,
    cell: ({ paidTaka }) => <MoneyText taka={paidTaka} />,
    align: 'end',
  },
  moneyColumn('amount', 'Amount', ({ amountNanos }) => amountNanos, {
    sorts: { ascending: 'smallest', descending: 'largest', first: 'descending' },
    width: '5.25rem',
  }),
  agoColumn('date', 'Recharge Date', ({ createdAt }) => createdAt, {
    sorts: { ascending: 'oldest', descending: 'newest', first: 'ascending' },
    width: '7.25rem',
    fromPx: 850,
  }),
  {
    id: 'method',
    header: 'Method',
    width: '5rem',
    fromPx: 640,
    cell: ({ method }) => <span title={method}>{method}</span>,
  },
  {
    id: 'reference',
    header: 'TransactionId',
    width: 'max(8.5rem, 12cqw)',
    fromPx: 640,
    cell: (recharge) => <Reference recharge={recharge} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 'max(6.5rem, 9cqw)',
    cell: (recharge) => <Status recharge={recharge} />,
    card: 'aside',
  },
  actionsColumn((recharge) => <RechargeActions recharge={recharge} queue={queue} />, { width: '9rem', fromPx: 800 }),
];

/** The transaction ID, with a warning if another request has the same one; only its icon if there is little room. */
function Reference({ recharge: { reference, isDuplicate } }: { recharge: Recharge }) {
  return (
    <Flex align="center" minW="0" justify={{ base: 'end', md: 'start' }} css={wrapsOnCards}>
      <Span fontFamily="mono" textStyle="xs" truncate title={reference}>
        {reference}
      </Span>
      <CopyButton size="2xs" flexShrink="0" value={reference} label={`transaction ID ${reference}`} />
      {isDuplicate && (
        <Span flexShrink="0" title="Another request has the same transaction ID" css={iconWhereNarrow}>
          <DuplicateBadge />
        </Span>
      )}
    </Flex>
  );
}

/** A card has enough lines, so the warning wraps instead of cutting the ID. */
const wrapsOnCards = { flexWrap: 'wrap', '@container (min-width: 1px)': { flexWrap: 'nowrap' } } as const;

const whereWide = { '@container (max-width: 1199px)': { display: 'none' } } as const;

const iconWhereNarrow = { '@container (max-width: 1399px)': { '& span span': { srOnly: true } } } as const;

/** The status and, once decided, the admin and the reason. */
function Status({ recharge }: { recharge: Recharge }) {
  const { reversedBy, reversalReason } = recharge;
  const decidedBy = reversedBy ?? recharge.decidedBy;
  const reason = reversalReason ?? recharge.reason;
  const by = decidedBy && `by ${decidedBy}${reason ? `: ${reason}` : ''}`;
  return (
    <Flex align="center" gap="1.5" minW="0" title={by ?? undefined}>
      <RechargeStatusBadge recharge={recharge} quiet />
      {by && (
        <Span textStyle="xs" color="fg.muted" minW="0" truncate css={whereWide}>
          {by}
        </Span>
      )}
    </Flex>
  );
}
