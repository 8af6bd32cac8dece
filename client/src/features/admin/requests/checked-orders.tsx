import { Flex, Grid, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCircleCheck, LuCircleX } from 'react-icons/lu';
import type { RequestBlock, RequestKind } from '#shared/request-status.ts';
import { Rows } from '../../../components/numbered-rows.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { fileRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { adminOrderStatusTexts } from '../../../i18n/en/admin/statuses.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { RequestKindLabel } from './request-badges.tsx';
import { type CheckedGroup, possibleIn } from './use-file-requests.ts';

type CheckedOrder = CheckedGroup['orders'][number];

interface Line extends CheckedOrder {
  kind: RequestKind;
  /** Undefined until it was sent. */
  isFiled: boolean | undefined;
}

/** Each order with its request: those that can't be filed first, with the reason. */
export function CheckedOrders({ groups }: { groups: readonly CheckedGroup[] }) {
  const t = useStore(fileRequestTexts);
  const lines = groups.flatMap(linesOf);
  const refused = lines.filter(isRefused);
  const others = lines.filter((line) => !isRefused(line));
  const filed = others.filter(({ isFiled }) => isFiled).length;
  const possible = others.length - filed;
  return (
    <Stack gap="3">
      <Flex gap="2" wrap="wrap" aria-live="polite">
        {filed > 0 && (
          <StatusBadge tone="green" icon={<LuCircleCheck />}>
            {t.filed({ count: filed })}
          </StatusBadge>
        )}
        {possible > 0 && (
          <StatusBadge tone="blue" icon={<LuCircleCheck />}>
            {t.possible({ count: possible })}
          </StatusBadge>
        )}
        {refused.length > 0 && (
          <StatusBadge tone="red" icon={<LuCircleX />}>
            {t.refused({ count: refused.length })}
          </StatusBadge>
        )}
      </Flex>
      {others.length === 0 && <Text>{t.noneOfThem}</Text>}
      <Rows label={t.results} rows={[...refused, ...others]}>
        {(line) => <LineRow line={line} />}
      </Rows>
    </Stack>
  );
}

function linesOf(group: CheckedGroup): Line[] {
  const { kind, orders, filed } = group;
  const sent = new Set(possibleIn(group));
  const results = new Map(filed?.map((item) => [item.orderId, item]));
  return orders.map((order) => {
    const result = sent.has(order.orderId) ? results.get(order.orderId) : undefined;
    const { askable = order.askable } = result ?? {};
    return { ...order, askable, kind, isFiled: result && result.request !== null };
  });
}

function isRefused({ askable, isFiled }: Line): boolean {
  return isFiled === false || (isFiled === undefined && !askable?.possible);
}

/** Two lines on a phone. */
const grid = {
  templateAreas: { base: '"id kind" "order order"', sm: '"id order kind"' },
  templateColumns: { base: 'minmax(0, 1fr) auto', sm: '5rem minmax(0, 1fr) auto' },
  columnGap: '3',
  rowGap: '1',
} as const;

function LineRow({ line }: { line: Line }) {
  const { orderId, order, kind } = line;
  const why = isRefused(line) ? whyNot(line) : undefined;
  return (
    <Grid {...grid} px="3" py="2" minH="14" alignItems="center" textStyle="sm">
      <Span gridArea="id" fontVariantNumeric="tabular-nums" fontWeight="semibold" translate="no">
        #{orderId}
      </Span>
      <Stack gridArea="order" gap="0" minW="0">
        {order && <ServiceName id={order.serviceId} name={order.serviceName} lines={1} />}
        <Text color={why ? 'fg.error' : 'fg.muted'} overflowWrap="anywhere">
          {why ?? order?.user.userName}
        </Text>
      </Stack>
      <Mark isRefused={why !== undefined}>
        <RequestKindLabel kind={kind} />
      </Mark>
    </Grid>
  );
}

function Mark({ isRefused: isWrong, children }: { isRefused: boolean; children: ReactNode }) {
  return (
    <Flex as="span" gridArea="kind" align="center" gap="2" whiteSpace="nowrap">
      {children}
      <Span color={isWrong ? 'fg.error' : 'fg.success'} aria-hidden>
        {isWrong ? <LuCircleX /> : <LuCircleCheck />}
      </Span>
    </Flex>
  );
}

/** Why a request can't be filed, in words. */
function whyNot({ kind, askable, order }: Line): string {
  const t = fileRequestTexts.get();
  if (!askable || !order) return t.noOrder;
  const { block, at } = askable;
  const when = at && formatMoment(at);
  const noSuch: Record<RequestKind, string> = { refill: t.noRefill, cancel: t.noCancel, speed_up: t.noSpeedUp };
  const words: Record<RequestBlock, string> = {
    service: noSuch[kind],
    status: t.wrongStatus({ status: adminOrderStatusTexts.get()[order.status] }),
    period_over: when ? t.periodOver({ when }) : t.periodOverNow,
    open_request: t.openRequest,
    cool_down: when ? t.coolDown({ when }) : t.coolDownNow,
  };
  // Between the check and the filing another request was made.
  return block ? words[block] : t.openRequest;
}
