import { Button, Field, Flex, Input, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { LuX } from 'react-icons/lu';
import { DayInput } from '../../../components/day-input.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { inReadersDigits } from '../../../i18n/grouped.ts';
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
  const t = useStore(queueTexts);
  const setParams = useSetUrlParams();
  if (filters.length === 0) return null;
  return (
    <Flex role="group" aria-label={t.activeFilters} gap="2" wrap="wrap" align="center">
      {filters.map(({ param, words }) => (
        <Button
          key={param}
          size="xs"
          variant="subtle"
          borderRadius="selector"
          fontWeight="normal"
          maxW="20rem"
          aria-label={t.removeFilter({ filter: words })}
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
          {t.removeAll}
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
  const t = useStore(queueTexts);
  const customer = trpc.admin.users.get.useQuery({ id: userId ?? 0 }, { enabled: userId !== undefined }).data;
  const admin = useQueueChoices()?.admins.find(({ id }) => id === decidedBy);
  return [
    ...(userId === undefined
      ? []
      : [{ param: 'user', words: t.filterCustomer({ name: customer?.userName ?? String(userId) }) }]),
    ...(from === undefined ? [] : [{ param: 'from', words: t.filterFrom({ day: inReadersDigits(from) }) }]),
    ...(to === undefined ? [] : [{ param: 'to', words: t.filterTo({ day: inReadersDigits(to) }) }]),
    ...(decidedBy === undefined
      ? []
      : [{ param: 'by', words: t.filterBy({ admin: admin?.userName ?? String(decidedBy) }) }]),
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
  const t = useStore(queueTexts);
  const [by, chooseAdmin] = useUrlParam('by');
  const admins = useQueueChoices()?.admins ?? [];
  return (
    <>
      <LabelledChoice label={t.order} value={sort.value} options={Object.entries(sortNames)} onChange={sort.onChange} />
      {children}
      <Flex gap="3">
        <DayField label={t.from} param="from" />
        <DayField label={t.to} param="to" />
      </Flex>
      <LabelledChoice
        label={t.decidedBy}
        value={by}
        options={[['', t.anybody], ...admins.map(({ id, userName }) => [String(id), userName] as const)]}
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

/** A select with a label. */
export function LabelledChoice({ label, ...choice }: LabelledChoiceProps) {
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
    return {
      input: { methodId },
      active: activeOf('method', methodId, (name) => queueTexts.get().filterMethod({ name }), method?.name),
    };
  },
  Choice: function MethodChoice() {
    const t = useStore(queueTexts);
    const [method, choose] = useUrlParam('method');
    const methods = useQueueChoices()?.methods ?? [];
    const options = methods.map(({ id, name }) => [String(id), name] as const);
    return <LabelledChoice label={t.method} value={method} options={[['', t.any], ...options]} onChange={choose} />;
  },
};

/** Filters orders by service. */
export const serviceFilter = {
  useFilter() {
    const serviceId = useIdParam('service');
    const service = trpc.services.get.useQuery({ id: serviceId ?? 0 }, { enabled: serviceId !== undefined }).data;
    return {
      input: { serviceId },
      active: activeOf('service', serviceId, (name) => queueTexts.get().filterService({ name }), service?.name),
    };
  },
  Choice: ServiceChoice,
};

function activeOf(
  param: string,
  id: number | undefined,
  words: (name: string) => string,
  name: string | undefined,
): ActiveFilter[] {
  return id === undefined ? [] : [{ param, words: words(name ?? String(id)) }];
}

/** The suggested services; typing more finds others. */
const OFFERED = 5;
const PAUSE_MS = 200;

/** Chooses a service by typing its name. */
function ServiceChoice() {
  const t = useStore(queueTexts);
  const [, choose] = useUrlParam('service');
  const admin = useStore(adminTexts);
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
        <Field.Label>{admin.service}</Field.Label>
        <Input
          type="search"
          size="sm"
          autoComplete="off"
          placeholder={t.typeName}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field.Root>
      <Stack gap="0" role="group" aria-label={t.servicesFound}>
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
          {t.noServiceFound}
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
