import { Box, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { chargeFor } from '#shared/money.ts';
import { parseId } from '#shared/parse-id.ts';
import { ServiceImage } from '../../components/service-image.tsx';
import { numbered } from '../../components/service-name.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { inReadersDigits } from '../../i18n/grouped.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { formatAmount, formatDollars } from '../../lib/money.ts';
import { readOrderDraft, VISITOR_ID } from '../../lib/order-draft.ts';
import { trpc } from '../../lib/trpc.ts';
import { typedQuantity } from '../../lib/typed-quantity.ts';

/**
 * The order that sent a visitor here: as typed, in its dialog or on the home page, with its charge, or the least that it costs, and the balance that it needs.
 * @param next the page to return to afterwards
 */
export function WaitingOrder({ next }: { next: string | null }) {
  const t = useStore(authTexts);
  // The service whose order dialog the URL opens, on any page.
  const params = new URLSearchParams(/\?[^#]*/.exec(next ?? '')?.[0]);
  const id = parseId(params.get('order') ?? '');
  const { data: service } = trpc.services.get.useQuery({ id: id ?? 0 }, { enabled: id !== null });
  if (id === null || !service) return null;
  const draft = readOrderDraft({ userId: VISITOR_ID, serviceId: id });
  // The form on the home page sends what is typed in the URL.
  const typed = typedQuantity(service, { ...draft, quantity: params.get('quantity') ?? draft?.quantity });
  const isTyped = typed !== null;
  const quantity = typed ?? service.min;
  const chargeNanos = chargeFor(quantity, service);
  if (chargeNanos === null) return null;
  const figures = { quantity, charge: isTyped ? formatAmount(chargeNanos) : formatDollars(chargeNanos) };
  const waitingText = service.per === 1 ? t.packageWaitsText : isTyped ? t.orderTyped : t.orderWaitsText;
  const amount = inReadersDigits(`$${toAddAmount(chargeNanos).amountToAdd}`);
  return (
    <Flex role="status" gap="3" p="3" borderWidth="1px" borderRadius="l2" bg="bg.subtle" align="center">
      <ServiceImage service={service} size={48} />
      <Box minW="0" textStyle="sm">
        <Text fontWeight="semibold" overflowWrap="anywhere" textStyle="md">
          {t.orderWaits({ service: numbered(service) })}
        </Text>
        <Text color="fg.muted">{waitingText({ ...figures, amount })}</Text>
      </Box>
    </Flex>
  );
}
