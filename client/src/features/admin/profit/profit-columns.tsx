import { Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { MoneySum } from '#shared/money-sum.ts';
import type { ProfitGroup } from '#shared/reports.ts';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { profitTexts } from '../../../i18n/en/admin/profit.ts';
import { formatDay } from '../../../lib/dates.ts';
import { formatExactSum } from '../../../lib/money.ts';
import { paths } from '../../../lib/paths.ts';
import { supplierPath } from '../../../lib/supplier-paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { countColumn } from '../columns.tsx';
import { UserLink } from '../user-link.tsx';

export type ProfitRow = Outputs['admin']['reports']['profit']['items'][number];

/** The columns of the report, of which the first one names the row. */
export function profitColumns(by: ProfitGroup): Column<ProfitRow>[] {
  const t = profitTexts.get();
  const headers = { day: t.byDay, service: t.byService, supplier: t.bySupplier, customer: t.byCustomer };
  return [
    { id: 'name', header: headers[by], cell: (row) => <RowName row={row} by={by} />, card: 'title', canHide: false },
    countColumn('orders', t.orders, ({ orders }) => orders, {}),
    sumColumn('revenue', t.revenue, ({ earnedNanos }) => earnedNanos),
    sumColumn('cost', t.cost, ({ costNanos }) => costNanos),
    sumColumn('profit', t.profit, ({ profitNanos }) => profitNanos, { card: 'aside' }),
    {
      id: 'withoutCost',
      header: t.withoutCost,
      align: 'end',
      cell: (row) => <WithoutCost {...row} />,
    },
  ];
}

function sumColumn(
  id: string,
  header: string,
  of: (row: ProfitRow) => MoneySum,
  look: Partial<Column<ProfitRow>> = {},
): Column<ProfitRow> {
  return {
    id,
    header,
    align: 'end',
    figure: (row) => formatExactSum(of(row)),
    cell: (row) => (
      <MoneyText sum={of(row)} fontWeight="semibold" {...(of(row).startsWith('-') && { color: 'fg.error' })} />
    ),
    ...look,
  };
}

function RowName({ row: { id, name }, by }: { row: ProfitRow; by: ProfitGroup }) {
  const t = useStore(profitTexts);
  if (name === '') return <Span color="fg.muted">{t.withoutSupplier}</Span>;
  if (id === null) return <Span whiteSpace="nowrap">{formatDay(name, 'UTC')}</Span>;
  if (by === 'customer') return <UserLink user={{ id, userName: name }} />;
  if (by === 'supplier') return <AppLink to={supplierPath(id)}>{name}</AppLink>;
  return (
    <AppLink to={`${paths.manageOrders}?status=all&service=${id}`}>
      <ServiceName id={id} name={name} lines={1} />
    </AppLink>
  );
}

type Unknown = Pick<ProfitRow, 'unknownOrders' | 'unknownEarnedNanos'>;

/** How many orders have no known cost, and their revenue. */
export function WithoutCost({ unknownOrders: count, unknownEarnedNanos: sum }: Unknown) {
  const t = useStore(profitTexts);
  if (count === 0) return <Span color="fg.muted">–</Span>;
  return (
    <Span color="fg.muted" whiteSpace="nowrap">
      {t.withoutCostOrders({ count })}, <MoneyText sum={sum} />
    </Span>
  );
}
