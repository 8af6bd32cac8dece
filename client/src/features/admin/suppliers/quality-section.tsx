import { Box, Span, Text, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { ENOUGH_TO_SAY } from '#shared/supplier-quality.ts';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { ServiceName } from '../../../components/service-name.tsx';
import { qualityTexts } from '../../../i18n/en/admin/quality.ts';
import { formatDay } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { countColumn, serviceColumn } from '../columns.tsx';
import { declareList } from '../list/declare-list.tsx';
import { useOnePage } from '../live-list.ts';
import { finishTimes, refillsKept, type SourceQuality, shareOf, startTimes } from '../quality-words.ts';
import type { Supplier } from './supplier.ts';

/** How a supplier delivers each service, the most purchases first. */
export default declareList<SourceQuality, { supplier: Supplier }>()({
  keptAs: 'Supplier quality',
  useInput: () => ({}),
  useList(_input, { supplier: { id } }) {
    const query = trpc.admin.suppliers.quality.useQuery({ supplierId: id });
    return useOnePage(query, query.data?.items);
  },
  words() {
    const { heading, none } = qualityTexts.get();
    return { heading, none };
  },
  columns: qualityColumns,
  rowId: ({ serviceId, externalId }) => `${serviceId} ${externalId}`,
  summary: ({ rows: [first] }) => first && <Summary since={first.since} />,
  tableFromPx: 1400,
});

function Summary({ since }: Pick<SourceQuality, 'since'>) {
  const t = useStore(qualityTexts);
  return (
    <Text textStyle="sm" color="fg.muted">
      {t.summary({ day: formatDay(since), count: ENOUGH_TO_SAY })}
    </Text>
  );
}

function qualityColumns(): Column<SourceQuality>[] {
  const t = qualityTexts.get();
  return [
    serviceColumn({ card: 'title', canHide: false, cell: (row) => <ServiceLink row={row} /> }),
    countColumn('accepted', t.accepted, ({ accepted }) => accepted, { card: 'aside' }),
    wordsColumn('start', t.start, startTimes),
    wordsColumn('finish', t.finish, finishTimes),
    wordsColumn('partial', t.partial, (row) => shareOf('partial', row)),
    wordsColumn('canceled', t.canceled, (row) => shareOf('canceled', row)),
    wordsColumn('refills', t.refills, (row) => refillsKept(row) ?? '–'),
    { id: 'priceMoves', header: t.priceMoves, align: 'end', cell: (row) => <PriceMoves row={row} /> },
  ];
}

/** A null stands for too few purchases. */
function wordsColumn(id: string, header: string, of: (row: SourceQuality) => string | null): Column<SourceQuality> {
  return { id, header, align: 'end', cell: (row) => <Words words={of(row)} /> };
}

function Words({ words }: { words: string | null }) {
  const { tooFew } = useStore(qualityTexts);
  return (
    <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" {...(words === null && { color: 'fg.muted' })}>
      {words ?? tooFew}
    </Span>
  );
}

function PriceMoves({ row: { servicePriceRises: rises, servicePriceFalls: falls } }: { row: SourceQuality }) {
  const t = useStore(qualityTexts);
  if (rises + falls === 0) return '–';
  return (
    <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" title={t.moves({ rises, falls })}>
      <span aria-hidden>
        ↑{formatCount(rises)} ↓{formatCount(falls)}
      </span>
      <VisuallyHidden>{t.moves({ rises, falls })}</VisuallyHidden>
    </Span>
  );
}

/** To the orders of the service. */
function ServiceLink({ row: { serviceId, serviceName } }: { row: SourceQuality }) {
  return (
    <Box maxW={{ lg: '16rem' }}>
      <AppLink to={`${paths.manageOrders}?status=all&service=${serviceId}`}>
        <ServiceName id={serviceId} name={serviceName} lines={1} />
      </AppLink>
    </Box>
  );
}
