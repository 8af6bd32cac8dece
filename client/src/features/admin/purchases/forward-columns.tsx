import { Flex, Link, Span, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { $language } from '../../../i18n/language.ts';
import { formatCount } from '../../../lib/format.ts';
import { managedOrderPath } from '../../../lib/paths.ts';
import { supplierPath } from '../../../lib/supplier-paths.ts';
import { AsWritten } from '../as-written.tsx';
import { actionsColumn } from '../columns.tsx';
import { costWords, type Forward, sinceOf } from './forward.ts';
import { ForwardActions } from './forward-actions.tsx';
import { FlagAndReason, ForwardStateBadge } from './forward-state.tsx';

export function forwardColumns(): Column<Forward>[] {
  const t = forwardTexts.get();
  return [
    { id: 'order', header: t.order, cell: (forward) => <OrderOf forward={forward} />, card: 'title', canHide: false },
    { id: 'state', header: t.state, cell: ({ state }) => <ForwardStateBadge state={state} />, card: 'aside' },
    { id: 'why', header: t.why, cell: (forward) => <FlagAndReason forward={forward} />, card: 'detail' },
    { id: 'age', header: t.age, cell: (forward) => <Ago at={sinceOf(forward)} /> },
    { id: 'cost', header: t.cost, align: 'end', cell: (forward) => <Cost forward={forward} /> },
    { id: 'supplier', header: t.supplier, cell: (forward) => <SupplierOf forward={forward} /> },
    actionsColumn((forward) => <ForwardActions forward={forward} look={rowLook} />),
  ];
}

const rowLook = { size: { base: 'md', md: 'xs' }, flex: { base: '1 1 auto', md: 'none' } } as const;

function OrderOf({ forward: { orderId, serviceId, serviceName, link, quantity } }: { forward: Forward }) {
  const t = useStore(forwardTexts);
  return (
    <Stack gap="0" minW="0" maxW={{ xl: '13rem' }}>
      <Link asChild variant="underline" fontWeight="semibold" alignSelf="start" whiteSpace="nowrap">
        <AppLink to={managedOrderPath(orderId)}>{t.orderNumber({ id: String(orderId) })}</AppLink>
      </Link>
      <Span textStyle="xs" fontWeight="normal">
        <ServiceName id={serviceId} name={serviceName} lines={1} />
      </Span>
      <Flex gap="2" textStyle="xs" fontWeight="normal" color="fg.muted" minW="0">
        <OrderLink link={link} />
        <Span flexShrink="0" fontVariantNumeric="tabular-nums">
          {formatCount(quantity)}
        </Span>
      </Flex>
    </Stack>
  );
}

function Cost({ forward }: { forward: Forward }) {
  useStore($language);
  return (
    <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      {costWords(forward)}
    </Span>
  );
}

function SupplierOf({ forward: { supplierId, supplierName, externalOrderId } }: { forward: Forward }) {
  const t = useStore(forwardTexts);
  if (supplierId === null || supplierName === null) return <Span color="fg.muted">{t.notYet}</Span>;
  return (
    <Stack gap="0" minW={{ base: '0', xl: '5rem' }} align={{ base: 'end', md: 'start' }}>
      <Link asChild variant="underline" whiteSpace="normal" overflowWrap="anywhere">
        <AppLink to={supplierPath(supplierId)}>
          <AsWritten>{supplierName}</AsWritten>
        </AppLink>
      </Link>
      {externalOrderId && (
        <Span textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          <AsWritten>{externalOrderId}</AsWritten>
        </Span>
      )}
    </Stack>
  );
}
