import { Button } from '@chakra-ui/react';
import type { Column } from '../../../components/data-table/columns.ts';
import type { QueueHandle } from './declaration.ts';

interface OpenButtonProps<Row> {
  queue: QueueHandle<Row>;
  row: Row;
}

/** The column of the rows' ids, as wide as the longest one. */
export function idColumn<Row extends { id: number }>(
  queue: QueueHandle<Row>,
  look: Pick<Column<Row>, 'stackedWidth' | 'below'>,
): Column<Row> {
  return {
    id: 'id',
    header: '#',
    // The sign is wider than a digit.
    figure: ({ id }) => `##${id}`,
    cell: (row) => <OpenButton queue={queue} row={row} />,
    card: 'title',
    canHide: false,
    ...look,
  };
}

/** A row's id, which opens its details: the keyboard's equivalent of a click on the row. */
function OpenButton<Row extends { id: number }>({ queue, row }: OpenButtonProps<Row>) {
  return (
    <Button
      variant="plain"
      size="xs"
      h="6"
      ps="1"
      pe="0"
      ms="-1"
      gap="0"
      textStyle="sm"
      _before={{ content: '"#"' }}
      fontVariantNumeric="tabular-nums"
      aria-label={queue.openLabel(row.id)}
      onClick={() => queue.openDetails(row)}
    >
      <span translate="no">{row.id}</span>
    </Button>
  );
}
