import { NativeSelect } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import type { FieldError } from 'react-hook-form';
import { FieldFrame } from '../../components/fields.tsx';
import { numbered } from '../../components/service-name.tsx';
import { ticketTexts } from '../../i18n/en/tickets.ts';
import { orderedService } from '../../lib/ordered-service.ts';
import { trpc } from '../../lib/trpc.ts';
import { aboutLabel, aboutValue, readAbout } from './about.ts';

/** The newest ones to choose from, per kind. */
const ORDERS = 20;
const RECHARGES = 10;

interface AboutSelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  chosen: string;
  error?: FieldError | undefined;
}

/** Chooses the subject of a ticket: one of the customer's last orders or recharges, or something else. */
export function AboutSelect({ chosen, error, ...select }: AboutSelectProps) {
  const t = useStore(ticketTexts);
  const orders = trpc.orders.list.useQuery({ limit: ORDERS }).data?.items ?? [];
  const recharges = trpc.balance.recharges.useQuery({ limit: RECHARGES }).data?.items ?? [];
  const groups = [
    {
      label: t.orders,
      options: orders.map((order) => ({
        value: aboutValue({ orderId: order.id }),
        words: t.aboutOrderOf({ id: String(order.id), service: numbered(orderedService(order)) }),
      })),
    },
    {
      label: t.recharges,
      options: recharges.map(({ id, reference }) => ({
        value: aboutValue({ rechargeId: id }),
        words: t.aboutRechargeOf({ id: String(id), reference }),
      })),
    },
  ];
  /** An older one is in neither list. */
  const isListed = groups.some(({ options }) => options.some(({ value }) => value === chosen));
  return (
    <FieldFrame label={t.about} error={error}>
      <NativeSelect.Root>
        <NativeSelect.Field {...select} value={chosen}>
          <option value="">{t.aboutElse}</option>
          {!isListed && chosen !== '' && (
            <option value={chosen}>{aboutLabel(t, readAbout(chosen) ?? {}) ?? chosen}</option>
          )}
          {groups
            .filter(({ options }) => options.length > 0)
            .map(({ label, options }) => (
              <optgroup key={label} label={label}>
                {options.map(({ value, words }) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </optgroup>
            ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}
