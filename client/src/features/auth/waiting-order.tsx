import { Alert } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuShoppingCart } from 'react-icons/lu';
import { chargeFor } from '#shared/money.ts';
import { parseId } from '#shared/parse-id.ts';
import { numbered } from '../../components/service-name.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { inReadersDigits } from '../../i18n/grouped.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { formatDollars } from '../../lib/money.ts';
import { trpc } from '../../lib/trpc.ts';

/**
 * The order that sent a visitor here, with its minimum cost and the balance it requires.
 * @param next the page to return to afterwards
 */
export function WaitingOrder({ next }: { next: string | null }) {
  const t = useStore(authTexts);
  const id = orderedService(next);
  const { data: service } = trpc.services.get.useQuery({ id: id ?? 0 }, { enabled: id !== null });
  const chargeNanos = service && chargeFor(service.min, service.priceMicros);
  if (id === null || !service || typeof chargeNanos !== 'number') return null;
  const { amountToAdd } = toAddAmount(chargeNanos);
  return (
    <Alert.Root status="info" role="status" borderRadius="l2">
      <Alert.Indicator>
        <LuShoppingCart />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title overflowWrap="anywhere">{t.orderWaits({ service: numbered(service) })}</Alert.Title>
        <Alert.Description>
          {t.orderWaitsText({
            quantity: service.min,
            charge: formatDollars(chargeNanos),
            amount: inReadersDigits(`$${amountToAdd}`),
          })}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

/** The service whose order dialog a URL opens, on any page. */
function orderedService(next: string | null): number | null {
  const search = /\?[^#]*/.exec(next ?? '')?.[0];
  return parseId(new URLSearchParams(search).get('order') ?? '');
}
