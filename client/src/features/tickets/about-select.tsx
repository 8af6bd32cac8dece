import { NativeSelect } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import type { FieldError } from 'react-hook-form';
import { FieldFrame } from '../../components/fields.tsx';
import { numbered } from '../../components/service-name.tsx';
import { ticketTexts } from '../../i18n/en/tickets.ts';
import { trpc } from '../../lib/trpc.ts';
import { aboutValue, readAbout } from './new-ticket-form.ts';

/** The last ones; people ask about what has just happened. */
const ORDERS = 20;
const RECHARGES = 10;

interface AboutSelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  chosen: string;
  error?: FieldError | undefined;
}

/** What a ticket is about: one of the customer's last orders or recharges, or something else. */
export function AboutSelect({ chosen, error, ...select }: AboutSelectProps) {
  const t = useStore(ticketTexts);
  const orders = trpc.orders.list.useQuery({ limit: ORDERS }).data?.items ?? [];
  const recharges = trpc.balance.recharges.useQuery({ limit: RECHARGES }).data?.items ?? [];
  const groups = [
    {
      label: t.orders,
      options: orders.map(({ id, serviceId, serviceName }) => ({
        value: aboutValue({ orderId: id }),
        words: t.aboutOrderOf({ id: String(id), service: numbered({ id: serviceId, name: serviceName }) }),
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
  const isListed = groups.some(({ options }) => options.some(({ value }) => value === chosen));
  return (
    <FieldFrame label={t.about} error={error}>
      <NativeSelect.Root>
        <NativeSelect.Field {...select} value={chosen}>
          <option value="">{t.aboutElse}</option>
          {!isListed && chosen !== '' && <option value={chosen}>{wordsOf(t, chosen)}</option>}
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

/** One that is older, or that the lists have not brought yet. */
function wordsOf(t: ReturnType<typeof ticketTexts.get>, value: string): string {
  const about = readAbout(value);
  if (!about) return value;
  return 'orderId' in about
    ? t.aboutOrder({ id: String(about.orderId) })
    : t.aboutRecharge({ id: String(about.rechargeId) });
}
