import { Button } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { LuArrowDown, LuArrowUp } from 'react-icons/lu';
import type { Sorts } from './columns.ts';
import type { DataTableProps } from './table-props.ts';

interface SortButtonProps {
  header: string;
  sorts: Sorts;
  sort: NonNullable<DataTableProps<RowData>['sort']>;
}

/** A header that sorts the list by its column, and reverses the order on the second click. */
export function SortButton({ header, sorts, sort }: SortButtonProps) {
  const direction = directionOf(sorts, sort.value);
  const Arrow = direction === 'ascending' ? LuArrowUp : LuArrowDown;
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
      _icon={{ boxSize: '0.875em' }}
      onClick={() => sort.onChange(nextOf(sorts, direction))}
    >
      {header}
      {direction !== 'none' && <Arrow aria-hidden />}
    </Button>
  );
}

/** For `aria-sort`. */
export function directionOf({ ascending, descending }: Sorts, sort: string): 'ascending' | 'descending' | 'none' {
  if (sort === ascending) return 'ascending';
  return sort === descending ? 'descending' : 'none';
}

/** The order after a click: the column's first one, or the other one if that is active. */
function nextOf(sorts: Sorts, direction: 'ascending' | 'descending' | 'none'): string {
  const first = sorts.first === 'ascending' ? sorts.ascending : sorts.descending;
  const other = sorts.first === 'ascending' ? sorts.descending : sorts.ascending;
  return direction === sorts.first ? (other ?? first) : first;
}
