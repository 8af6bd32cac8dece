import { Table } from '@chakra-ui/react';

interface FiguresTableProps {
  caption: string;
  headers: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[];
}

/** A chart's figures as a table. */
export function FiguresTable({ caption, headers, rows }: FiguresTableProps) {
  return (
    <Table.Root size="sm" fontVariantNumeric="tabular-nums" aria-label={caption}>
      <Table.Header>
        <Table.Row>
          {headers.map((header, at) => (
            <Table.ColumnHeader key={header} textAlign={at === 0 ? 'start' : 'end'}>
              {header}
            </Table.ColumnHeader>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {rows.map(([name = '', ...cells]) => (
          <Table.Row key={name}>
            <Table.Cell asChild>
              <th scope="row" style={{ fontWeight: 'inherit', textAlign: 'start' }}>
                {name}
              </th>
            </Table.Cell>
            {cells.map((cell, at) => (
              <Table.Cell key={headers[at + 1]} textAlign="end">
                {cell}
              </Table.Cell>
            ))}
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}
