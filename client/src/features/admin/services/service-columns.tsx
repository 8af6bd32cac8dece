import { Box, Flex, Span } from '@chakra-ui/react';
import { LuEyeOff } from 'react-icons/lu';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { categoryTexts } from '../../../i18n/en/common.ts';
import { formatCount, formatHours } from '../../../lib/format.ts';
import type { Service } from './service.ts';
import { ServiceActions } from './service-actions.tsx';

export const serviceColumns: Column<Service>[] = [
  numberColumn('Service'),
  { id: 'name', header: 'Name', cell: (service) => <Name service={service} />, card: 'title', canHide: false },
  {
    id: 'price',
    header: 'Price',
    cell: ({ priceMicros }) => <MoneyText priceMicros={priceMicros} fontWeight="semibold" />,
    align: 'end',
  },
  { id: 'totalSell', header: 'Total Sell', cell: ({ totalSell }) => formatCount(totalSell), align: 'end' },
  { id: 'avgTime', header: 'Avg. Time', cell: ({ avgTimeHours }) => formatHours(avgTimeHours), align: 'end' },
  { id: 'min', header: 'Min', cell: ({ min }) => formatCount(min), align: 'end' },
  { id: 'max', header: 'Max', cell: ({ max }) => formatCount(max), align: 'end' },
  {
    id: 'actions',
    header: 'Actions',
    cell: (service) => <ServiceActions service={service} />,
    align: 'end',
    card: 'footer',
    canHide: false,
    pinned: true,
  },
];

function Name({ service: { name, externalId, category, hidden } }: { service: Service }) {
  return (
    <Flex align="center" gap="2" minW="0" maxW={{ base: 'full', md: '28rem', '2xl': '48rem' }}>
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
