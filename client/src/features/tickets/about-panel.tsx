import { Box, DataList, Flex, Link, Skeleton, Span, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { ServiceName } from '../../components/service-name.tsx';
import { OrderStatusBadge, RechargeStatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { ticketTexts } from '../../i18n/en/tickets.ts';
import { formatCount } from '../../lib/format.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { orderedService } from '../../lib/ordered-service.ts';
import { orderPath, rechargePath } from '../../lib/paths.ts';
import { trpc } from '../../lib/trpc.ts';

interface AboutPanelProps {
  orderId?: number | null | undefined;
  rechargeId?: number | null | undefined;
}

/** The order or recharge that a ticket is about, as it stands now; nothing for another subject. */
export function AboutPanel({ orderId, rechargeId }: AboutPanelProps) {
  if (orderId) return <AboutOrder id={orderId} />;
  return rechargeId ? <AboutRecharge id={rechargeId} /> : null;
}

function AboutOrder({ id }: { id: number }) {
  const t = useStore(ticketTexts);
  const { data: order, isError } = trpc.orders.get.useQuery({ id }, { refetchInterval: usePollMs() });
  if (isError && !order) return null;
  return (
    <Panel
      to={orderPath(id)}
      title={t.aboutOrder({ id: String(id) })}
      status={order && <OrderStatusBadge status={order.status} audience="customer" />}
      brief={
        order && (
          <>
            <Box minW="0">
              <ServiceName {...orderedService(order)} lines={1} />
            </Box>
            <MoneyText nanos={order.chargeNanos} fontWeight="semibold" />
          </>
        )
      }
      facts={
        order && [
          { label: t.service, value: <ServiceName {...orderedService(order)} /> },
          { label: t.link, value: <OrderLink link={order.link} /> },
          ...(order.per === 1 ? [] : [{ label: t.quantity, value: formatCount(order.quantity) }]),
          { label: t.charge, value: <MoneyText nanos={order.chargeNanos} fontWeight="semibold" /> },
          { label: t.date, value: <TimeText at={order.createdAt} /> },
        ]
      }
    />
  );
}

function AboutRecharge({ id }: { id: number }) {
  const t = useStore(ticketTexts);
  const { data: recharge, isError } = trpc.balance.recharge.useQuery({ id }, { refetchInterval: usePollMs() });
  if (isError && !recharge) return null;
  return (
    <Panel
      to={rechargePath(id)}
      title={t.aboutRecharge({ id: String(id) })}
      status={recharge && <RechargeStatusBadge recharge={recharge} />}
      brief={
        recharge && (
          <>
            <Span minW="0" truncate>
              {recharge.method}, <span translate="no">{recharge.reference}</span>
            </Span>
            <MoneyText nanos={recharge.amountNanos} fontWeight="semibold" />
          </>
        )
      }
      facts={
        recharge && [
          { label: t.amount, value: <MoneyText nanos={recharge.amountNanos} fontWeight="semibold" /> },
          { label: t.paidTaka, value: <MoneyText taka={recharge.paidTaka} /> },
          { label: t.method, value: recharge.method },
          {
            label: t.reference,
            value: (
              <Span fontFamily="mono" translate="no">
                {recharge.reference}
              </Span>
            ),
          },
          { label: t.date, value: <TimeText at={recharge.createdAt} /> },
        ]
      }
    />
  );
}

interface PanelProps {
  to: string;
  title: string;
  status: ReactNode;
  /** The facts in one line, for a narrow screen. */
  brief: ReactNode;
  /** Undefined until they have loaded. */
  facts: readonly { label: string; value: ReactNode }[] | undefined;
}

function Panel({ to, title, status, brief, facts }: PanelProps) {
  return (
    <Stack
      as="section"
      aria-label={title}
      gap={{ base: '1.5', xl: '4' }}
      borderWidth="1px"
      borderRadius="l3"
      px={{ base: '4', xl: '5' }}
      py={{ base: '3', xl: '5' }}
    >
      <Flex gap="3" align="center" justify="space-between" minH="6">
        <Link asChild variant="underline" fontWeight="semibold">
          <AppLink to={to}>{title}</AppLink>
        </Link>
        {status}
      </Flex>
      {facts ? (
        <>
          <Flex gap="4" justify="space-between" textStyle="sm" hideFrom="xl">
            {brief}
          </Flex>
          <DataList.Root orientation="horizontal" size="sm" gap="2" hideBelow="xl">
            {facts.map(({ label, value }) => (
              <DataList.Item key={label} alignItems="start">
                <DataList.ItemLabel minW="20">{label}</DataList.ItemLabel>
                <DataList.ItemValue minW="0" fontVariantNumeric="tabular-nums">
                  <Box minW="0" overflowWrap="anywhere">
                    {value}
                  </Box>
                </DataList.ItemValue>
              </DataList.Item>
            ))}
          </DataList.Root>
        </>
      ) : (
        <Skeleton h={{ base: '5', xl: '36' }} />
      )}
    </Stack>
  );
}
