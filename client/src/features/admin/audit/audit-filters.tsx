import { Button, chakra, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuX } from 'react-icons/lu';
import { auditActions, auditSubjects } from '#shared/audit.ts';
import { Choice } from '../../../components/choice.tsx';
import { DayInput, type DayInputProps } from '../../../components/day-input.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { auditActionTexts, auditSubjectTexts, auditTexts } from '../../../i18n/en/admin/audit.ts';
import { useIsWide } from '../../../lib/media.ts';
import { useSetUrlParams } from '../../../lib/url-state.ts';
import { FilterMenu } from '../review-queue/filter-menu.tsx';
import type { AuditFilter } from './audit-filter.ts';
import type { AuditEntry } from './audit-words.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** They contain the names of users whom the URL has by id. */
  rows: readonly AuditEntry[];
}

/** From this screen width on all filters fit beside the search. */
const ALL_FROM_PX = 1280;

/** The search, the choices, and the other filters in the URL, each with a button to remove it. */
export function AuditFilters({ filter, rows }: AuditFiltersProps) {
  const t = useStore(auditTexts);
  const isWide = useIsWide(ALL_FROM_PX);
  const setParams = useSetUrlParams();
  const { action, subject, from, to } = filter;
  const removable = removableIn(filter, rows);
  return (
    <>
      <Flex gap="2" align="center" mb="2">
        <SearchBox label={t.search} placeholder={t.searchHint} flex="1" w="auto" maxW={{ md: '24rem' }} />
        {isWide ? (
          <Choices filter={filter} />
        ) : (
          <FilterMenu active={[action, subject, from, to].filter(Boolean).length}>
            <Choices filter={filter} />
          </FilterMenu>
        )}
      </Flex>
      {removable.length > 0 && (
        <Flex gap="2" wrap="wrap" mb="2">
          {removable.map(({ words, params }) => (
            <Button key={words} size="sm" variant="outline" borderRadius="selector" onClick={() => setParams(params)}>
              {words} <LuX aria-label={t.removeFilter} />
            </Button>
          ))}
        </Flex>
      )}
    </>
  );
}

function Choices({ filter }: Pick<AuditFiltersProps, 'filter'>) {
  const t = useStore(auditTexts);
  const subjectWords = useStore(auditSubjectTexts);
  const actionWords = useStore(auditActionTexts);
  const setParams = useSetUrlParams();
  const actions = auditActions.filter((action) => !filter.subject || action.startsWith(`${filter.subject}.`));
  return (
    <>
      <Choice
        look={look}
        aria-label={t.about}
        value={filter.subject ?? ''}
        options={[['', t.aboutAnything], ...auditSubjects.map((value) => [value, subjectWords[value]] as const)]}
        onChange={(subject) => setParams({ subject, id: '', action: '' })}
      />
      <Choice
        look={look}
        aria-label={t.action}
        value={filter.action ?? ''}
        options={[['', t.everyAction], ...actions.map((value) => [value, actionWords[value]] as const)]}
        onChange={(action) => setParams({ action })}
      />
      <Day label={t.from} param="from" max={filter.to} />
      <Day label={t.to} param="to" min={filter.from} />
    </>
  );
}

interface Removable {
  words: string;
  /** The search parameters that removing it changes. */
  params: Record<string, string>;
}

function removableIn(
  { admin, userId, subject, subjectId, bulkId }: AuditFilter,
  rows: readonly AuditEntry[],
): Removable[] {
  const t = auditTexts.get();
  const removable: Removable[] = [];
  if (admin !== undefined) {
    const name = rows.find((entry) => entry.admin?.id === admin)?.admin?.userName;
    const who = admin === 'server' ? t.theServer : nameOr(name, admin);
    removable.push({ words: t.byFilter({ who }), params: { admin: '' } });
  }
  if (userId !== undefined) {
    const name = rows.find(({ user }) => user?.id === userId)?.user?.userName;
    removable.push({ words: t.customerFilter({ who: nameOr(name, userId) }), params: { user: '' } });
  }
  if (subject && subjectId !== undefined) {
    removable.push({ words: `${auditSubjectTexts.get()[subject]}: #${subjectId}`, params: { id: '' } });
  }
  if (bulkId !== undefined) removable.push({ words: t.bulkFilter, params: { bulk: '' } });
  return removable;
}

function nameOr(userName: string | undefined, id: number): string {
  return userName ? `@${userName}` : `#${id}`;
}

const look = { w: { base: 'full', xl: '10.5rem' } };

interface DayProps extends DayInputProps {
  label: string;
}

function Day({ label, ...rest }: DayProps) {
  return (
    <chakra.label display="flex" alignItems="center" gap="2" textStyle="sm" color="fg.muted" whiteSpace="nowrap">
      {label}
      <DayInput w={{ base: 'full', xl: '9rem' }} px="2" color="fg" {...rest} />
    </chakra.label>
  );
}
