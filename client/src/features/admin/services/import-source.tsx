import { Box, Button, Code, Flex, Link, Stack, Text } from '@chakra-ui/react';
import { LuFileText, LuUpload, LuX } from 'react-icons/lu';
import { catalogueColumns, MAX_CATALOGUE_LINES } from '#shared/catalogue-file.ts';
import { TextAreaField } from '../../../components/fields.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useFileDrop } from '../use-file-drop.ts';
import type { CatalogueText } from './use-import.ts';

interface SourceProps {
  text: CatalogueText;
  choose: (text: CatalogueText) => void;
}

const TEMPLATE = `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${catalogueColumns.join(',')}\r\n`)}`;

/** The source of the lines: a chosen or dropped file, or pasted text. */
export function ImportSource({ text, choose }: SourceProps) {
  return (
    <Stack gap="4">
      <Text color="fg.muted">
        A line with an <Code>id</Code>, or with an <Code>externalId</Code> that a service has, changes that service; any
        other line makes a new one. A column that the file does not have stays as it is. At most{' '}
        {formatCount(MAX_CATALOGUE_LINES)} lines. Nothing is written before you have seen what would be.{' '}
        <Link href={TEMPLATE} download="services-template.csv" variant="underline" color="fg">
          Download an empty file
        </Link>
      </Text>
      <FileZone name={text.name} choose={choose} />
      {text.name === null && (
        <TextAreaField
          label="Or paste the lines, headers first"
          autoresize={false}
          rows={5}
          fontFamily="mono"
          textStyle="xs"
          whiteSpace="pre"
          spellCheck={false}
          value={text.csv}
          onChange={({ target }) => choose({ name: null, csv: target.value })}
        />
      )}
    </Stack>
  );
}

function FileZone({ name, choose }: { name: string | null; choose: SourceProps['choose'] }) {
  const file = useFileDrop({
    accept: '.csv,.txt,text/csv',
    label: 'CSV file',
    onFile: (chosen) => void read(chosen),
  });
  const read = async (chosen: File | undefined) => {
    if (chosen) choose({ name: chosen.name, csv: await chosen.text() });
  };
  return (
    <Flex
      {...file.zone}
      wrap="wrap"
      align="center"
      gap="3"
      p="4"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor={file.isOver ? 'focus' : 'border.field'}
      borderRadius="l2"
    >
      {file.input}
      <Button variant="outline" data-autofocus onClick={file.choose}>
        <LuUpload aria-hidden /> Choose a file
      </Button>
      {name === null ? (
        <Text color="fg.muted">or drop it here</Text>
      ) : (
        <>
          <Flex align="center" gap="2" minW="0" flex="1">
            <Box flexShrink="0" asChild>
              <LuFileText aria-hidden />
            </Box>
            <Text truncate>{name}</Text>
          </Flex>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Take ${name} away`}
            onClick={() => choose({ name: null, csv: '' })}
          >
            <LuX />
          </Button>
        </>
      )}
    </Flex>
  );
}
