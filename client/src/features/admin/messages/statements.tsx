import { Button, Flex, SimpleGrid, Stack, Table, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuUpload } from 'react-icons/lu';
import type { StatementMapping } from '#shared/evidence.ts';
import { textOfFile } from '#shared/paste/file-text.ts';
import { separatorOf } from '#shared/paste/table.ts';
import { walletOf } from '#shared/recipient.ts';
import { MAX_STATEMENT_CHARACTERS } from '#shared/statement-file.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextAreaField } from '../../../components/fields.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { statementTexts } from '../../../i18n/en/admin/payment-messages.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { formatCount } from '../../../lib/format.ts';
import { showSuccess, showWarning } from '../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { poishaWords } from '../poisha-words.ts';
import { useFileDrop } from '../use-file-drop.ts';

type Imported = Outputs['admin']['evidence']['import'];

const columns = ['at', 'reference', 'amount', 'payer'] as const;
type Chosen = Partial<Record<(typeof columns)[number], string>>;

/** Reads a provider's statement: provider and file, columns, preview, apply. */
export default function Statements() {
  const t = useStore(statementTexts);
  const utils = trpc.useUtils();
  const providers = useProviders();
  const [provider, setProvider] = useState('');
  const [csv, setCsv] = useState('');
  const [changed, setChanged] = useState<Chosen>({});
  const [preview, setPreview] = useState<Imported>();
  const saved = trpc.admin.evidence.mapping.useQuery({ provider }, { enabled: provider !== '' });
  const send = trpc.admin.evidence.import.useMutation();
  const headers = headersOf(csv);
  const chosen = { ...knownColumns(saved.data, headers), ...changed };
  const mapping = mappingOf(chosen);

  /** What was previewed is applied, and nothing else. */
  const change = (set: () => void) => {
    set();
    setPreview(undefined);
    send.reset();
  };
  const take = (text: string | null) => {
    if (text === null) return showWarning(t.failed, t.noText);
    if (text.length > MAX_STATEMENT_CHARACTERS) return showWarning(t.failed, t.tooLong);
    change(() => {
      setCsv(text);
      setChanged({});
    });
  };
  const file = useFileDrop({
    accept: '.csv,.tsv,.txt,text/csv',
    label: t.file,
    onFile: (picked) => void picked?.arrayBuffer().then((bytes) => take(textOfFile(new Uint8Array(bytes)))),
  });
  const run = (apply: boolean) => {
    if (!mapping) return;
    send.mutate(
      { provider, csv, mapping, apply },
      {
        onSuccess(imported) {
          if (!apply) return setPreview(imported);
          showSuccess(t.applied({ count: formatCount(imported.added) }));
          change(() => setCsv(''));
          void utils.admin.evidence.invalidate();
        },
      },
    );
  };
  return (
    <Stack gap="4" maxW="60rem">
      <Text color="fg.muted">{t.intro}</Text>
      <ChoiceField
        label={t.provider}
        options={[['', t.choose], ...providers.map((each) => [each, each] as const)]}
        value={provider}
        onChange={({ target }) =>
          change(() => {
            setProvider(target.value);
            setChanged({});
          })
        }
      />
      <Flex {...file.zone} wrap="wrap" align="center" gap="3">
        {file.input}
        <Button variant="outline" onClick={file.choose}>
          <LuUpload aria-hidden /> {t.chooseFile}
        </Button>
        <Text color="fg.muted">{csv === '' ? t.orPaste : t.characters({ count: formatCount(csv.length) })}</Text>
      </Flex>
      <TextAreaField
        label={t.text}
        autoresize={false}
        rows={5}
        fontFamily="mono"
        textStyle="xs"
        whiteSpace="pre"
        spellCheck={false}
        value={csv}
        onChange={({ target }) => take(target.value)}
      />
      {provider !== '' && headers.length > 0 && (
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
          {columns.map((column) => (
            <ChoiceField
              key={column}
              label={t[column]}
              options={[
                ['', column === 'payer' ? t.noColumn : t.choose],
                ...headers.map((each) => [each, each] as const),
              ]}
              value={chosen[column] ?? ''}
              onChange={({ target }) => change(() => setChanged({ ...chosen, [column]: target.value }))}
            />
          ))}
        </SimpleGrid>
      )}
      <FormProblem title={t.failed} error={send.error} fields={[]} />
      {preview && <Preview imported={preview} />}
      <Flex gap="3" wrap="wrap">
        <Button variant="outline" disabled={!mapping} loading={send.isPending && !preview} onClick={() => run(false)}>
          {t.preview}
        </Button>
        {preview && (
          <Button colorPalette="brand" loading={send.isPending} onClick={() => run(true)}>
            {t.apply({ count: formatCount(preview.added) })}
          </Button>
        )}
      </Flex>
    </Stack>
  );
}

/** Those of wordings, and the wallets of payment methods. */
function useProviders(): string[] {
  const { data: wordings } = trpc.admin.evidence.wordings.useQuery();
  const { data: methods = [] } = trpc.admin.paymentMethods.list.useQuery();
  const wallets = methods.flatMap((method) => walletOf(method)?.name.toLowerCase() ?? []);
  return [...new Set([...(wordings?.items.map(({ provider }) => provider) ?? []), ...wallets])].toSorted();
}

/** The cells of the first line, without those that can not be named. */
function headersOf(csv: string): string[] {
  const line =
    csv
      .replace(/^\uFEFF?(?:sep=.\r?\n)?/, '')
      .trimStart()
      .slice(0, 10_000)
      .split(/[\r\n]/, 1)[0] ?? '';
  const cells = line.split(separatorOf(line)).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
  return [...new Set(cells)].filter((cell) => cell !== '' && cell.length <= 100).slice(0, 200);
}

function knownColumns(saved: StatementMapping | null | undefined, headers: string[]): Chosen {
  return Object.fromEntries(Object.entries(saved ?? {}).filter(([, header]) => headers.includes(header)));
}

function mappingOf({ at, reference, amount, payer }: Chosen): StatementMapping | undefined {
  return at && reference && amount ? { at, reference, amount, ...(payer && { payer }) } : undefined;
}

/** What a statement would add. */
function Preview({ imported: { rows, added, known, skipped, refused, sample } }: { imported: Imported }) {
  const t = useStore(statementTexts);
  const unread = rows - added - known - skipped;
  const counts = { added, known, skipped, refused: unread };
  return (
    <Stack gap="3" role="region" aria-label={t.preview}>
      <Text fontWeight="semibold">
        {t.counts(
          Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, formatCount(count)])) as Counts,
        )}
      </Text>
      {sample.length > 0 && (
        <Table.ScrollArea borderWidth="1px" borderRadius="l2">
          <Table.Root size="sm">
            <Table.Header>
              <Table.Row>
                {columns.map((column) => (
                  <Table.ColumnHeader key={column}>{t[column]}</Table.ColumnHeader>
                ))}
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {sample.map(({ at, reference, amountPoisha, payer }) => (
                <Table.Row key={reference}>
                  <Table.Cell>{formatMoment(at)}</Table.Cell>
                  <Table.Cell fontFamily="mono">{reference}</Table.Cell>
                  <Table.Cell>{poishaWords(amountPoisha)}</Table.Cell>
                  <Table.Cell>{payer}</Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </Table.ScrollArea>
      )}
      {refused.map(({ line, problem }) => (
        <Text key={line} textStyle="sm" color="fg.error">
          {t.line({ line: formatCount(line) })}: {fieldMessage(problem)}
        </Text>
      ))}
      {unread > refused.length && (
        <Text textStyle="sm">{t.moreRefused({ count: formatCount(unread - refused.length) })}</Text>
      )}
    </Stack>
  );
}

type Counts = Record<'added' | 'known' | 'skipped' | 'refused', string>;
