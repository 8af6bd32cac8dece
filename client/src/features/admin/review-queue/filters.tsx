import { Button, Field, Flex, Input, Span, Stack, Text } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { LuX } from 'react-icons/lu';
import { DayInput } from '../../../components/day-input.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useSetUrlParams, useUrlParam } from '../../../lib/url-state.ts';
import { Choice, type Option } from '../choice.tsx';
import { useIdParam } from './use-queue-filter.ts';

/** An active filter. */
export interface ActiveFilter {
  /** Its search parameter. */
  param: string;
  words: string;
}

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ filters }: { filters: readonly ActiveFilter[] }) {
  const setParams = useSetUrlParams();
  if (filters.length === 0) return null;
  return (
    <Flex role="group" aria-label="Active filters" gap="2" wrap="wrap" align="center">
      {filters.map(({ param, words }) => (
        <Button
          key={param}
          size="xs"
          variant="subtle"
          borderRadius="selector"
          fontWeight="normal"
          maxW="20rem"
          aria-label={`Remove filter ${words}`}
          onClick={() => setParams({ [param]: '' })}
        >
          <Span truncate>{words}</Span> <LuX aria-hidden />
        </Button>
      ))}
      {filters.length > 1 && (
        <Button
          size="xs"
          variant="plain"
          onClick={() => setParams(Object.fromEntries(filters.map(({ param }) => [param, ''])))}
        >
          Remove all
        </Button>
      )}
    </Flex>
  );
}

interface SharedFilter {
  userId: number | undefined;
  decidedBy: number | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** The filters of every queue, as text. */
export function useSharedFilters({ userId, decidedBy, from, to }: SharedFilter): ActiveFilter[] {
  const customer = trpc.admin.users.get.useQuery({ id: userId ?? 0 }, { enabled: userId !== undefined }).data;
  const admin = useQueueChoices()?.admins.find(({ id }) => id === decidedBy);
  return [
    ...(userId === undefined ? [] : [{ param: 'user', words: `Customer ${customer?.userName ?? userId}` }]),
    ...(from === undefined ? [] : [{ param: 'from', words: `From ${from}` }]),
    ...(to === undefined ? [] : [{ param: 'to', words: `To ${to}` }]),
    ...(decidedBy === undefined ? [] : [{ param: 'by', words: `Decided by ${admin?.userName ?? decidedBy}` }]),
  ];
}

/** The admins and payment methods to choose from; they change rarely. */
function useQueueChoices() {
  return trpc.admin.desk.choices.useQuery(undefined, { staleTime: 60_000 }).data;
}

interface FilterFieldsProps {
  sortNames: Record<string, string>;
  sort: { value: string; onChange: (sort: string) => void };
  /** The filter that only this queue has. */
  children: ReactNode;
}

/** All filters of a queue, and its sort order. */
export function FilterFields({ sortNames, sort, children }: FilterFieldsProps) {
  const [by, chooseAdmin] = useUrlParam('by');
  const admins = useQueueChoices()?.admins ?? [];
  return (
    <>
      <LabelledChoice label="Order" value={sort.value} options={Object.entries(sortNames)} onChange={sort.onChange} />
      {children}
      <Flex gap="3">
        <DayField label="From" param="from" />
        <DayField label="To" param="to" />
      </Flex>
      <LabelledChoice
        label="Decided by"
        value={by}
        options={[['', 'Anybody'], ...admins.map(({ id, userName }) => [String(id), userName] as const)]}
        onChange={chooseAdmin}
      />
    </>
  );
}

interface LabelledChoiceProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

function LabelledChoice({ label, ...choice }: LabelledChoiceProps) {
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <Choice {...choice} />
    </Field.Root>
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

/** Filters recharges by payment method. */
export const methodFilter = {
  useFilter() {
    const methodId = useIdParam('method');
    const method = useQueueChoices()?.methods.find(({ id }) => id === methodId);
    return { input: { methodId }, active: activeOf('method', methodId, `Method ${method?.name ?? methodId}`) };
  },
  Choice: function MethodChoice() {
    const [method, choose] = useUrlParam('method');
    const methods = useQueueChoices()?.methods ?? [];
    const options = methods.map(({ id, name }) => [String(id), name] as const);
    return <LabelledChoice label="Method" value={method} options={[['', 'Any'], ...options]} onChange={choose} />;
  },
};

/** Filters orders by service. */
export const serviceFilter = {
  useFilter() {
    const serviceId = useIdParam('service');
    const service = trpc.services.get.useQuery({ id: serviceId ?? 0 }, { enabled: serviceId !== undefined }).data;
    return { input: { serviceId }, active: activeOf('service', serviceId, `Service ${service?.name ?? serviceId}`) };
  },
  Choice: ServiceChoice,
};

function activeOf(param: string, id: number | undefined, words: string): ActiveFilter[] {
  return id === undefined ? [] : [{ param, words }];
}

/** The suggested services; typing more finds others. */
const OFFERED = 5;
const PAUSE_MS = 200;

/** Chooses a service by typing its name. */
function ServiceChoice() {
  const [, choose] = useUrlParam('service');
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const { data } = trpc.services.list.useQuery(
    { search, limit: OFFERED },
    { enabled: search !== '', placeholderData: keepPreviousData },
  );
  const found = search === '' ? [] : (data?.items ?? []);
  return (
    <Stack gap="1">
      <Field.Root>
        <Field.Label>Service</Field.Label>
        <Input
          type="search"
          size="sm"
          autoComplete="off"
          placeholder="Type its name"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field.Root>
      <Stack gap="0" role="group" aria-label="Services found">
        {found.map(({ id, name }) => (
          <Button
            key={id}
            variant="ghost"
            size="sm"
            justifyContent="start"
            fontWeight="normal"
            onClick={() => {
              choose(String(id));
              setTyped('');
            }}
          >
            <Text truncate title={name}>
              <ServiceName id={id} name={name} />
            </Text>
          </Button>
        ))}
      </Stack>
      {search !== '' && data && found.length === 0 && (
        <Text textStyle="sm" color="fg.muted">
          No service found
        </Text>
      )}
    </Stack>
  );
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
