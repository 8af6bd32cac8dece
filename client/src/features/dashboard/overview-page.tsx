import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { PageHeading } from '../../components/page-heading.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { withAdminTexts } from '../../i18n/switch-language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { session, useSession } from '../../lib/session.ts';
import { OrderDialogHost } from '../orders/order-dialog-host.tsx';
import { CustomerOverview } from './customer-overview.tsx';
import { LoadingOverview } from './loading-overview.tsx';

/** Customers do not load it. */
const { Part: AdminOverview, preload } = lazyWithPreload(() => withAdminTexts(import('./admin/admin-overview.tsx')));
if (session.get().user?.role === 'admin') preload();

/** The dashboard's first page: the shop's figures for admins, customers' own figures for customers. */
export default function OverviewPage() {
  const t = useStore(dashboardTexts);
  const { isAdmin, user } = useSession();
  const heading = <PageHeading title={t.heading} text={user ? t.welcome({ name: user.name }) : undefined} />;
  if (!isAdmin) {
    return (
      <>
        {heading}
        <CustomerOverview />
        <OrderDialogHost />
      </>
    );
  }
  const loading = (
    <>
      {heading}
      <LoadingOverview who="admin" />
    </>
  );
  return (
    <Suspense fallback={loading}>
      <AdminOverview />
    </Suspense>
  );
}
