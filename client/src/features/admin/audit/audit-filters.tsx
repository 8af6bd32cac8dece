import { Button, Flex, NativeSelect } from '@chakra-ui/react';
import { LuX } from 'react-icons/lu';
import { auditActions, auditSubjects } from '../../../../../shared/audit.ts';
import { DayInput, type DayInputProps } from '../../../components/day-input.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useSetUrlParams } from '../../../lib/url-state.ts';
import { type AuditEntry, actionWords, subjectWords } from './audit-words.ts';
import type { AuditFilter } from './use-audit-filter.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** What is shown, which knows the names of whom the address gives by number. */
  rows: readonly AuditEntry[];
}

/** The search, one line of choices, and what else the address filters by, to be taken away. */
export function AuditFilters({ filter, rows }: AuditFiltersProps) {
  const setParams = useSetUrlParams();
  const given = givenIn(filter, rows);
  return (
    <Flex gap="2" wrap="wrap" align="center" mb="3">
      <SearchBox
        label="Search the audit"
        placeholder="Name, number, reason, admin or customer"
        w={{ base: 'full', md: '20rem' }}
      />
      <Choice
        label="About"
        all="About anything"
        value={filter.subject}
        options={auditSubjects.map((value) => ({ value, words: subjectWords[value] }))}
        onChange={(subject) => setParams({ subject, id: '', action: '' })}
      />
      <Choice
        label="Action"
        all="Every action"
        value={filter.action}
        options={auditActions
          .filter((action) => !filter.subject || action.startsWith(`${filter.subject}.`))
          .map((value) => ({ value, words: actionWords[value] }))}
        onChange={(action) => setParams({ action })}
      />
      <Day label="From" param="from" max={filter.to} />
      <Day label="To" param="to" min={filter.from} />
      {given.map(({ words, params }) => (
        <Button key={words} size="sm" borderRadius="selector" onClick={() => setParams(params)}>
          {words} <LuX aria-label="Take this filter away" />
        </Button>
      ))}
    </Flex>
  );
}

interface Given {
  words: string;
  /** What takes it away. */
  params: Record<string, string>;
}

function givenIn({ admin, userId, subject, subjectId }: AuditFilter, rows: readonly AuditEntry[]): Given[] {
  const given: Given[] = [];
  if (admin !== undefined) {
    const name = rows.find((entry) => entry.admin?.id === admin)?.admin?.userName;
    const who = admin === 'server' ? 'the server' : nameOr(name, admin);
    given.push({ words: `By ${who}`, params: { admin: '' } });
  }
  if (userId !== undefined) {
    const name = rows.find(({ user }) => user?.id === userId)?.user?.userName;
    given.push({ words: `Customer ${nameOr(name, userId)}`, params: { user: '' } });
  }
  if (subject && subjectId !== undefined) {
    given.push({ words: `${subjectWords[subject]}: #${subjectId}`, params: { id: '' } });
  }
  return given;
}

function nameOr(userName: string | undefined, id: number): string {
  return userName ? `@${userName}` : `#${id}`;
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | undefined;
  options: { value: string; words: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, all, value = '', options, onChange }: ChoiceProps) {
  return (
    <NativeSelect.Root size="sm" w={{ base: 'calc(50% - 0.25rem)', md: '11rem' }}>
      <NativeSelect.Field aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.words}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

interface DayProps extends DayInputProps {
  label: string;
}

function Day({ label, ...rest }: DayProps) {
  return <DayInput aria-label={label} title={label} w={{ base: 'calc(50% - 0.25rem)', md: '9rem' }} px="2" {...rest} />;
}
