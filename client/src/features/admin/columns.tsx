import { Span } from '@chakra-ui/react';
import type { Nanos } from '#shared/money.ts';
import type { Column } from '../../components/data-table/columns.ts';
import { Ago } from '../../components/data-table/moment.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { ServiceName } from '../../components/service-name.tsx';
import { adminTexts } from '../../i18n/en/admin/admin.ts';
import { formatCount } from '../../lib/format.ts';
import { formatAmount } from '../../lib/money.ts';

type Look<Row> = Partial<Column<Row>>;

/** The buttons of a row, pinned to the end of its line. */
export function actionsColumn<Row>(cell: Column<Row>['cell'], look: Look<Row> = {}): Column<Row> {
  return {
    id: 'actions',
    header: adminTexts.get().actions,
    cell,
    align: 'end',
    card: 'footer',
    canHide: false,
    pinned: true,
    ...look,
  };
}

/** How long ago a moment was. */
export function agoColumn<Row>(id: string, header: string, at: (row: Row) => string, look: Look<Row>): Column<Row> {
  return { id, header, spills: true, cell: (row) => <Ago at={at(row)} />, ...look };
}

export function countColumn<Row>(id: string, header: string, of: (row: Row) => number, look: Look<Row>): Column<Row> {
  return {
    id,
    header,
    align: 'end',
    figure: (row) => formatCount(of(row)),
    cell: (row) => <Span fontVariantNumeric="tabular-nums">{formatCount(of(row))}</Span>,
    ...look,
  };
}

export function moneyColumn<Row>(id: string, header: string, of: (row: Row) => Nanos, look: Look<Row>): Column<Row> {
  return {
    id,
    header,
    align: 'end',
    figure: (row) => formatAmount(of(row)),
    cell: (row) => <MoneyText nanos={of(row)} fontWeight="semibold" />,
    ...look,
  };
}

export function serviceColumn<Row extends { serviceId: number; serviceName: string }>(look: Look<Row>): Column<Row> {
  return {
    id: 'service',
    header: adminTexts.get().service,
    cell: ({ serviceId, serviceName }) => <ServiceName id={serviceId} name={serviceName} lines={1} />,
    ...look,
  };
}
