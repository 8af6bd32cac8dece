import { Button, Flex } from '@chakra-ui/react';
import { LuX } from 'react-icons/lu';
import { auditActions, auditSubjects } from '#shared/audit.ts';
import { DayInput, type DayInputProps } from '../../../components/day-input.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useSetUrlParams } from '../../../lib/url-state.ts';
import { Choice } from '../choice.tsx';
import { type AuditEntry, actionWords, subjectWords } from './audit-words.ts';
import type { AuditFilter } from './use-audit-filter.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** They contain the names of users whom the URL has by id. */
  rows: readonly AuditEntry[];
}

/** The search, the choices, and the other filters in the URL, each with a button to remove it. */
export function AuditFilters({ filter, rows }: AuditFiltersProps) {
  const setParams = useSetUrlParams();
  const actions = auditActions.filter((action) => !filter.subject || action.startsWith(`${filter.subject}.`));
  return (
    <Flex gap="2" wrap="wrap" align="center" mb="3">
      <SearchBox
        label="Search the audit"
        placeholder="Name, number, reason, admin or customer"
        w={{ base: 'full', md: '20rem' }}
      />
      <Choice
        look={look}
        aria-label="About"
        value={filter.subject ?? ''}
        options={[['', 'About anything'], ...auditSubjects.map((value) => [value, subjectWords[value]] as const)]}
        onChange={(subject) => setParams({ subject, id: '', action: '' })}
      />
      <Choice
        look={look}
        aria-label="Action"
        value={filter.action ?? ''}
        options={[['', 'Every action'], ...actions.map((value) => [value, actionWords[value]] as const)]}
        onChange={(action) => setParams({ action })}
      />
      <Day label="From" param="from" max={filter.to} />
      <Day label="To" param="to" min={filter.from} />
      {removableIn(filter, rows).map(({ words, params }) => (
        <Button key={words} size="sm" borderRadius="selector" onClick={() => setParams(params)}>
          {words} <LuX aria-label="Take this filter away" />
        </Button>
      ))}
    </Flex>
  );
}

interface Removable {
  words: string;
  /** The search parameters that removing it changes. */
  params: Record<string, string>;
}

function removableIn({ admin, userId, subject, subjectId }: AuditFilter, rows: readonly AuditEntry[]): Removable[] {
  const removable: Removable[] = [];
  if (admin !== undefined) {
    const name = rows.find((entry) => entry.admin?.id === admin)?.admin?.userName;
    const who = admin === 'server' ? 'the server' : nameOr(name, admin);
    removable.push({ words: `By ${who}`, params: { admin: '' } });
  }
  if (userId !== undefined) {
    const name = rows.find(({ user }) => user?.id === userId)?.user?.userName;
    removable.push({ words: `Customer ${nameOr(name, userId)}`, params: { user: '' } });
  }
  if (subject && subjectId !== undefined) {
    removable.push({ words: `${subjectWords[subject]}: #${subjectId}`, params: { id: '' } });
  }
  return removable;
}

function nameOr(userName: string | undefined, id: number): string {
  return userName ? `@${userName}` : `#${id}`;
}

const look = { w: { base: 'calc(50% - 0.25rem)', md: '11rem' } };

interface DayProps extends DayInputProps {
  label: string;
}

function Day({ label, ...rest }: DayProps) {
  return <DayInput aria-label={label} title={label} w={{ base: 'calc(50% - 0.25rem)', md: '9rem' }} px="2" {...rest} />;
}
