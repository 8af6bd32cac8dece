import { Button } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { LuArrowDown, LuArrowUp } from 'react-icons/lu';
import type { Column } from './columns.ts';
import type { DataTableProps } from './table-props.ts';

type Sorts = NonNullable<Column<never>['sorts']>;

interface SortButtonProps {
  header: string;
  sorts: Sorts;
  sort: NonNullable<DataTableProps<RowData>['sort']>;
}

/** A header that sorts the list by its column, and the other way round when it is pressed again. */
export function SortButton({ header, sorts, sort }: SortButtonProps) {
  const direction = directionOf(sorts, sort.value);
  const Arrow = direction === 'ascending' ? LuArrowUp : LuArrowDown;
  const next = direction === 'none' ? sorts.first : direction === 'ascending' ? 'descending' : 'ascending';
  return (
    <Button
      variant="plain"
      h="6"
      minW="0"
      px="1"
      mx="-1"
      gap="0.5"
      fontSize="inherit"
      lineHeight="inherit"
      fontWeight={direction === 'none' ? 'medium' : 'semibold'}
      color={direction === 'none' ? 'inherit' : 'fg'}
      _hover={{ color: 'fg' }}
      onClick={() => sort.onChange(sorts[next])}
    >
      {header}
      {direction !== 'none' && <Arrow aria-hidden size="0.875em" />}
    </Button>
  );
}

/** For `aria-sort`. */
export function directionOf({ ascending, descending }: Sorts, sort: string): 'ascending' | 'descending' | 'none' {
  if (sort === ascending) return 'ascending';
  return sort === descending ? 'descending' : 'none';
}
