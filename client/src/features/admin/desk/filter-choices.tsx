import { Field, Flex, NativeSelect } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { DayInput } from '../../../components/day-input.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';

interface Option {
  value: string;
  label: string;
}

interface DeskChoicesProps {
  sorts: readonly Option[];
  sort: { value: string; onChange: (sort: string) => void };
  /** What this desk alone can be narrowed by. */
  children?: ReactNode;
}

/** What a desk's list is narrowed by, and in which order it is read. */
export function DeskChoices({ sorts, sort, children }: DeskChoicesProps) {
  return (
    <>
      <Choice label="Order" value={sort.value} options={sorts} onChange={sort.onChange} />
      {children}
      <Flex gap="3">
        <DayField label="From" param="from" />
        <DayField label="To" param="to" />
      </Flex>
      <DeciderChoice />
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** One of a few, each of which holds at once. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <NativeSelect.Root size="sm">
        <NativeSelect.Field value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}

/** By which way was paid. */
export function MethodChoice() {
  const [method, choose] = useUrlParam('method');
  const methods = useDeskChoices()?.methods ?? [];
  const options = methods.map(({ id, name }) => ({ value: String(id), label: name }));
  return <Choice label="Method" value={method} options={[{ value: '', label: 'Any' }, ...options]} onChange={choose} />;
}

/** Admins and ways to pay; they change rarely. */
export function useDeskChoices() {
  return trpc.admin.desk.choices.useQuery(undefined, { staleTime: 60_000 }).data;
}

/** Which admin decided. */
function DeciderChoice() {
  const [by, choose] = useUrlParam('by');
  const admins = useDeskChoices()?.admins ?? [];
  const options = admins.map(({ id, userName }) => ({ value: String(id), label: userName }));
  return (
    <Choice label="Decided by" value={by} options={[{ value: '', label: 'Anybody' }, ...options]} onChange={choose} />
  );
}

function DayField({ label, param }: { label: string; param: string }) {
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <DayInput param={param} px="2" />
    </Field.Root>
  );
}
