import { Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { rechargeStatuses } from '#shared/recharge-status.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { managedRechargePath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { Recharge } from '../recharges/recharge.ts';
import { RechargeActions } from '../recharges/recharge-actions.tsx';
import { rechargeActions } from '../recharges/recharge-decisions.tsx';
import { rechargeWords } from '../recharges/recharge-words.ts';
import { TransactionId } from '../recharges/transaction-id.tsx';
import { DetailsFacts } from '../review-queue/details-parts.tsx';
import { Part } from './context-part.tsx';
import { useDecideBeside } from './use-decide-beside.ts';

/** The recharge that a ticket is about, with its decisions. */
export function TicketRecharge({ id }: { id: number }) {
  const t = useStore(adminTicketTexts);
  const words = useStore(adminRechargeTexts);
  const recharge = trpc.admin.recharges.get.useQuery({ id }, { refetchInterval: usePollMs() }).data;
  const { handle, dialog } = useDecideBeside<Recharge>({
    kind: 'recharge',
    row: recharge,
    statuses: rechargeStatuses,
    actions: rechargeActions,
    words: rechargeWords,
    path: managedRechargePath,
  });
  return (
    <Part title={t.aboutRecharge({ id: String(id) })} aside={recharge && <RechargeStatusBadge recharge={recharge} />}>
      {recharge ? (
        <>
          <DetailsFacts
            size="sm"
            facts={[
              { label: t.amount, value: <MoneyText nanos={recharge.amountNanos} fontWeight="semibold" /> },
              { label: t.paidTaka, value: <MoneyText taka={recharge.paidTaka} /> },
              { label: t.method, value: recharge.method },
              {
                label: t.reference,
                value: <TransactionId recharge={recharge} />,
              },
              { label: t.sent, value: <TimeText at={recharge.createdAt} /> },
            ]}
          />
          <RechargeActions recharge={recharge} queue={handle} inDetails />
        </>
      ) : (
        <LoadingStack heights={['5', '5', '5', '5']} />
      )}
      <Link asChild variant="underline" textStyle="sm" alignSelf="start">
        <AppLink to={managedRechargePath(id)}>{words.openRecharge({ id: String(id) })}</AppLink>
      </Link>
      <Suspense>{dialog}</Suspense>
    </Part>
  );
}
