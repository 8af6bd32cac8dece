import { Box, Flex, Span, Text } from '@chakra-ui/react';
import { LuTriangleAlert } from 'react-icons/lu';
import { CopyButton } from '../../../components/copy-button.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge, StatusBadge } from '../../../components/status-badge.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { useIsWide } from '../../../lib/media.ts';
import { DecideButtons } from '../desk/decide-buttons.tsx';
import { wrapped } from '../wrapped.ts';
import { type Recharge, useRechargeDesk } from './recharge-desk.ts';

export const rechargeColumns: Column<Recharge>[] = [
  {
    id: 'id',
    header: '#',
    cell: ({ id }) => (
      <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" _before={{ content: { base: '"#"', md: 'none' } }}>
        {id}
      </Span>
    ),
    card: 'title',
    canHide: false,
  },
  { id: 'name', header: 'Name', cell: ({ user }) => <Customer user={user} />, card: 'title' },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ user }) => (
      <Span textStyle={{ md: 'xs' }} whiteSpace="nowrap">
        {user.phone}
      </Span>
    ),
  },
  { id: 'paidTaka', header: 'Paid Taka', cell: ({ paidTaka }) => <MoneyText taka={paidTaka} />, align: 'end' },
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ amountNanos }) => <MoneyText nanos={amountNanos} fontWeight="semibold" />,
    align: 'end',
  },
  {
    id: 'date',
    header: 'Recharge Date',
    cell: ({ createdAt }) => (
      <Box asChild display="block" {...wrapped('28')} textStyle={{ md: 'xs' }}>
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
      </Box>
    ),
  },
  { id: 'method', header: 'Method', cell: ({ method }) => method },
  { id: 'reference', header: 'TransactionId', cell: (recharge) => <Reference recharge={recharge} /> },
  { id: 'status', header: 'Status', cell: (recharge) => <Status recharge={recharge} />, card: 'aside' },
  {
    id: 'actions',
    header: 'Actions',
    cell: (recharge) => <Actions recharge={recharge} />,
    align: 'end',
    card: 'footer',
    canHide: false,
    pinned: true,
  },
];

function Customer({ user: { name, userName } }: Pick<Recharge, 'user'>) {
  return (
    <Box {...wrapped('24')}>
      {name}
      <Text textStyle="xs" color="fg.muted" fontWeight="normal">
        @{userName}
      </Text>
    </Box>
  );
}

/** The transaction ID, and a warning where another request has the same one. */
function Reference({ recharge: { reference, isDuplicate } }: { recharge: Recharge }) {
  return (
    <Flex direction="column" gap="1" align={{ base: 'end', md: 'start' }} overflowWrap="anywhere">
      <Flex align="center">
        <Span fontFamily="mono" textStyle={{ md: 'xs' }}>
          {reference}
        </Span>
        <CopyButton size={{ base: 'sm', md: '2xs' }} value={reference} label={`transaction ID ${reference}`} />
      </Flex>
      {isDuplicate && (
        <StatusBadge tone="orange" small icon={<LuTriangleAlert />}>
          Duplicate ID
        </StatusBadge>
      )}
    </Flex>
  );
}

/** The status and, once decided, by whom and why. */
function Status({ recharge: { status, decidedBy, reason } }: { recharge: Recharge }) {
  return (
    <Flex direction="column" gap="1" align={{ base: 'end', md: 'start' }} textAlign={{ base: 'end', md: 'start' }}>
      <RechargeStatusBadge status={status} />
      {decidedBy && (
        <Text textStyle="xs" color="fg.muted" {...wrapped('24')}>
          by {decidedBy}
          {reason && `: ${reason}`}
        </Text>
      )}
    </Flex>
  );
}

function Actions({ recharge }: { recharge: Recharge }) {
  const desk = useRechargeDesk();
  const isWide = useIsWide();
  return <DecideButtons desk={desk} row={recharge} label={`recharge ${recharge.id}`} large={!isWide} />;
}
