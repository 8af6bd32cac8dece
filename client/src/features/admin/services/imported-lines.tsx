import { Flex, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCircleCheck, LuCircleX, LuEqual, LuPencil, LuPlus, LuTriangleAlert } from 'react-icons/lu';
import type { ImportedLine, ImportedServices } from '#shared/catalogue-file.ts';
import { Row, Rows } from '../../../components/numbered-rows.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { importCountTexts, importKindTexts, importTexts } from '../../../i18n/en/admin/import.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { formatCount } from '../../../lib/format.ts';

const kinds = {
  error: { tone: 'red', icon: <LuCircleX /> },
  create: { tone: 'green', icon: <LuPlus /> },
  update: { tone: 'blue', icon: <LuPencil /> },
  unchanged: { tone: 'gray', icon: <LuEqual /> },
} as const;
type Kind = ImportedLine['kind'];
const shownFirst: Kind[] = ['error', 'create', 'update', 'unchanged'];

interface LinesProps {
  preview: ImportedServices;
  /** Whether something of it is written next. */
  applies: boolean;
  /** Shown if there are errors. */
  children: ReactNode;
}

/** The effect of each line: errors first; unchanged lines are only counted. */
export function ImportedLines({ preview, applies, children }: LinesProps) {
  const t = useStore(importTexts);
  const countWords = useStore(importCountTexts);
  const { lines, counts, columns } = preview;
  const unused = columns.filter(({ column }) => column === null).map(({ header }) => header);
  const renamed = lines.filter(
    ({ kind, changes }) => kind === 'update' && changes.some(({ field }) => field === 'name'),
  );
  const shown = [
    ...lines.filter(({ kind }) => kind === 'error'),
    ...lines.filter(({ kind }) => kind === 'create' || kind === 'update'),
  ];
  return (
    <>
      <Flex gap="2" wrap="wrap" aria-live="polite">
        {shownFirst
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <StatusBadge key={kind} tone={kinds[kind].tone} icon={kinds[kind].icon}>
              {countWords[kind]({ count: counts[kind] })}
            </StatusBadge>
          ))}
        {renamed.length > 0 && (
          <StatusBadge tone="orange" icon={<LuTriangleAlert />}>
            {t.renamed({ count: renamed.length })}
          </StatusBadge>
        )}
      </Flex>
      {unused.length > 0 && (
        <Text color="fg.muted" overflowWrap="anywhere" lineClamp="3">
          {t.notUsed({ columns: unused.join(', ') })}
        </Text>
      )}
      {!applies && <Verdict hasErrors={counts.error > 0} />}
      {counts.error > 0 && children}
      {shown.length > 0 && (
        <Rows label={t.wouldBeDone} rows={shown}>
          {(line) => <Line line={line} />}
        </Rows>
      )}
    </>
  );
}

function Verdict({ hasErrors }: { hasErrors: boolean }) {
  const t = useStore(importTexts);
  if (hasErrors) return <Text>{t.notWhileErrors}</Text>;
  return (
    <Flex align="center" gap="2">
      <LuCircleCheck aria-hidden /> {t.nothingToDo}
    </Flex>
  );
}

function Line({ line: { line, kind, name, changes, messages } }: { line: ImportedLine }) {
  const t = useStore(importTexts);
  const words = useStore(importKindTexts);
  const { tone, icon } = kinds[kind];
  const note = kind === 'error' ? messages.map(toMessage) : changes.map(toChange);
  return (
    <Row
      start={formatCount(line)}
      text={name || t.noName}
      note={<Flex direction="column">{note}</Flex>}
      end={
        <StatusBadge tone={tone} icon={icon} small>
          {words[kind]}
        </StatusBadge>
      }
    />
  );
}

function toMessage({ field, message }: ImportedLine['messages'][number]): ReactNode {
  return (
    <Span key={`${field} ${message}`} color="fg.error" overflowWrap="anywhere">
      {field && <strong>{field}: </strong>}
      {fieldMessage(message)}
    </Span>
  );
}

function toChange({ field, from, to }: ImportedLine['changes'][number]): ReactNode {
  return (
    <Span key={field} color="fg.muted" overflowWrap="anywhere">
      {field} {from !== null && <>{short(from)} → </>}
      <Span color="fg">{to === null ? importTexts.get().emptyValue : short(to)}</Span>
    </Span>
  );
}

const LONGEST = 120;

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
