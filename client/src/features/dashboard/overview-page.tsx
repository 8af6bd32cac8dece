import { useStore } from '@nanostores/react';
import { PageHeading } from '../../components/page-heading.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { useSession } from '../../lib/session.ts';
import { OrderDialogHost } from '../order-dialog/order-dialog-host.tsx';
import { AdminOverview } from './admin/admin-overview.tsx';
import { CustomerOverview } from './customer-overview.tsx';

/** The dashboard's first page: the shop's figures for admins, their own for customers. */
export default function OverviewPage() {
  const t = useStore(dashboardTexts);
  const { isAdmin, user } = useSession();
  return (
    <>
      <PageHeading title={t.heading} text={user ? t.welcome({ name: user.name }) : undefined} />
      {isAdmin ? <AdminOverview /> : <CustomerOverview />}
      {!isAdmin && <OrderDialogHost />}
    </>
  );
}
