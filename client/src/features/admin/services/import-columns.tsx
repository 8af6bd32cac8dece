import { SimpleGrid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ColumnMapping, catalogueColumns, type FileColumn, type ImportedColumn } from '#shared/catalogue-file.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { importColumnTexts, importTexts } from '../../../i18n/en/admin/import.ts';

const needed: FileColumn[] = ['name', 'category', 'price', 'min', 'max'];
const shown = new Set<FileColumn>([...needed, 'minMax', ...catalogueColumns]);

interface ColumnsProps {
  columns: ImportedColumn[];
  mapping: ColumnMapping;
  change: (mapping: ColumnMapping) => void;
}

/** A column of ours a field: the header that stands for it, with a cell of its column. */
export function ImportColumns({ columns, mapping, change }: ColumnsProps) {
  const t = useStore(importTexts);
  const names = useStore(importColumnTexts);
  const options = columns.map(({ header }) => [header, header] as const);
  const choose = (column: FileColumn, header: string) => {
    const { [column]: _, ...rest } = mapping;
    change(header === '' ? rest : { ...rest, [column]: header });
  };
  return (
    <>
      <Text color="fg.muted">{t.columnsIntro}</Text>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {[...shown].map((column) => (
          <ChoiceField
            key={column}
            label={needed.includes(column) ? `${names[column]} *` : names[column]}
            hint={columns.find(({ header }) => header === mapping[column])?.sample}
            options={[['', t.notInFile], ...options]}
            value={mapping[column] ?? ''}
            onChange={({ target }) => choose(column, target.value)}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
