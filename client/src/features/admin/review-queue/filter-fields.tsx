import { Button, Field, Flex, Input, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Reviewer } from '#shared/reviewers.ts';
import { Choice, type Option } from '../../../components/choice.tsx';
import { DayInput } from '../../../components/day-input.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { reviewerWord } from './by-words.ts';
import { useQueueChoices } from './use-queue-filter.ts';

interface FilterFieldsProps {
  /** Who decides such rows if no person does. */
  reviewers: readonly Reviewer[];
  sortNames: Record<string, string>;
  sort: { value: string; onChange: (sort: string) => void };
  /** The filter that only this queue has. */
  children: ReactNode;
}

/** All filters of a queue, and its sort order. */
export default function FilterFields({ reviewers, sortNames, sort, children }: FilterFieldsProps) {
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
        options={[
          ['', t.anybody],
          ...reviewers.map((decider) => [decider, reviewerWord(decider)] as const),
          ...admins.map(({ id, userName }) => [String(id), userName] as const),
        ]}
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

/** Chooses a payment method. */
export function MethodChoice() {
  const t = useStore(queueTexts);
  const [method, choose] = useUrlParam('method');
  const methods = useQueueChoices()?.methods ?? [];
  const options = methods.map(({ id, name }) => [String(id), name] as const);
  return <LabelledChoice label={t.method} value={method} options={[['', t.any], ...options]} onChange={choose} />;
}

/** The suggested services; typing more finds others. */
const OFFERED = 5;
const PAUSE_MS = 200;

/** Chooses a service by typing its name. */
export function ServiceChoice() {
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
