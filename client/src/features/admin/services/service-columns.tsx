import { Box, Flex, Span } from '@chakra-ui/react';
import { LuEyeOff } from 'react-icons/lu';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { ServiceNumber } from '../../../components/service-name.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { categoryTexts } from '../../../i18n/en/common.ts';
import { formatCount, formatHours } from '../../../lib/format.ts';
import { actionsColumn } from '../columns.tsx';
import type { Service } from './service.ts';
import { ServiceActions } from './service-actions.tsx';

const numbers = { align: 'end' } as const;

/** The columns that customers see, and the actions. */
const columns: Column<Service>[] = [
  {
    ...numberColumn<Service>('Service'),
    cell: ({ id }) => <ServiceNumber id={id} />,
    width: '4.25rem',
    sorts: { descending: 'newest', first: 'descending' },
  },
  {
    id: 'name',
    header: 'Name',
    sorts: { ascending: 'name', first: 'ascending' },
    cell: (service) => <Name service={service} />,
    card: 'title',
    canHide: false,
  },
  {
    id: 'price',
    header: 'Price',
    width: '6rem',
    sorts: { ascending: 'priceLow', descending: 'priceHigh', first: 'ascending' },
    cell: ({ priceMicros }) => <MoneyText priceMicros={priceMicros} fontWeight="semibold" />,
    ...numbers,
  },
  {
    id: 'totalSell',
    header: 'Total Sell',
    width: '6rem',
    fromPx: 750,
    sorts: { descending: 'popular', first: 'descending' },
    cell: ({ totalSell }) => formatCount(totalSell),
    ...numbers,
  },
  {
    id: 'avgTime',
    header: 'Avg. Time',
    width: '6rem',
    fromPx: 950,
    sorts: { ascending: 'fastest', first: 'ascending' },
    cell: ({ avgTimeHours }) => formatHours(avgTimeHours),
    ...numbers,
  },
  { id: 'min', header: 'Min', width: '5rem', fromPx: 850, cell: ({ min }) => formatCount(min), ...numbers },
  { id: 'max', header: 'Max', width: '6.25rem', fromPx: 850, cell: ({ max }) => formatCount(max), ...numbers },
  actionsColumn((service) => <ServiceActions service={service} />, { width: '10rem' }),
];

/** The arrows of a sortable category need room next to the other actions. */
const arrangedColumns = columns.map((column) => (column.id === 'actions' ? { ...column, width: '14.5rem' } : column));

export function serviceColumns(isArranged: boolean): readonly Column<Service>[] {
  return isArranged ? arrangedColumns : columns;
}

function Name({ service: { name, externalId, category, hidden } }: { service: Service }) {
  return (
    <Flex align="center" gap="2" minW="0">
      <CategoryIcon category={category} size={20} label={categoryTexts.get()[category]} />
      <Box minW="0" truncate={true} title={name} dir="auto">
        {name}
      </Box>
      {externalId && (
        <Span flexShrink="0" maxW="10rem" truncate fontFamily="mono" textStyle="xs" color="fg.muted" title={externalId}>
          {externalId}
        </Span>
      )}
      {hidden && (
        <StatusBadge tone="gray" icon={<LuEyeOff />} small>
          Hidden
        </StatusBadge>
      )}
    </Flex>
  );
}
