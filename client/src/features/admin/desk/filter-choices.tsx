import { Field, NativeSelect } from '@chakra-ui/react';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';

export interface Option {
  value: string;
  label: string;
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** One of a few, each of which holds at once. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
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
