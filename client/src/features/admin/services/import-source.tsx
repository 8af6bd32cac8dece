import { Box, Button, Code, Flex, Link, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuFileText, LuUpload, LuX } from 'react-icons/lu';
import { catalogueColumns, MAX_CATALOGUE_LINES } from '#shared/catalogue-file.ts';
import { textOfFile } from '#shared/paste/file-text.ts';
import { TextAreaField } from '../../../components/fields.tsx';
import { importTexts } from '../../../i18n/en/admin/import.ts';
import { Sentence } from '../../../i18n/sentence.tsx';
import { useFileDrop } from '../use-file-drop.ts';
import type { CatalogueText } from './use-import.ts';

interface SourceProps {
  text: CatalogueText;
  /** Null is no text. */
  choose: (text: { name: string | null; csv: string | null }) => void;
}

const [idColumn, externalIdColumn] = catalogueColumns;
const TEMPLATE = `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${catalogueColumns.join(',')}\r\n`)}`;

/** The source of the lines: a chosen or dropped file, or pasted text. */
export function ImportSource({ text, choose }: SourceProps) {
  const t = useStore(importTexts);
  return (
    <Stack gap="4">
      <Text color="fg.muted">
        <Sentence
          words={t.linesHint}
          parts={{ id: <Code key="id">{idColumn}</Code>, externalId: <Code key="externalId">{externalIdColumn}</Code> }}
        />{' '}
        {t.columnsHint({ count: MAX_CATALOGUE_LINES })} {t.notBefore}{' '}
        <Link href={TEMPLATE} download="services-template.csv" variant="underline" color="fg">
          {t.downloadEmpty}
        </Link>
      </Text>
      <FileZone name={text.name} choose={choose} />
      {text.name === null && (
        <TextAreaField
          label={t.orPaste}
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
  const t = useStore(importTexts);
  const file = useFileDrop({
    accept: '.csv,.tsv,.txt,.xlsx,text/csv',
    label: t.csvFile,
    onFile: (chosen) => void read(chosen),
  });
  const read = async (chosen: File | undefined) => {
    if (chosen) choose({ name: chosen.name, csv: textOfFile(new Uint8Array(await chosen.arrayBuffer())) });
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
        <LuUpload aria-hidden /> {t.chooseFile}
      </Button>
      {name === null ? (
        <Text color="fg.muted">{t.orDrop}</Text>
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
            aria-label={t.takeAway({ name })}
            onClick={() => choose({ name: null, csv: '' })}
          >
            <LuX />
          </Button>
        </>
      )}
    </Flex>
  );
}
