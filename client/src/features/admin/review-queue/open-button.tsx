import { Button } from '@chakra-ui/react';
import type { QueueHandle } from './declaration.ts';

interface OpenButtonProps<Row> {
  queue: QueueHandle<Row>;
  row: Row;
}

/** A row's id, which opens its details: the keyboard's equivalent of a click on the row. */
export function OpenButton<Row extends { id: number }>({ queue, row }: OpenButtonProps<Row>) {
  return (
    <Button
      variant="plain"
      size="xs"
      h="6"
      px="1"
      mx="-1"
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
