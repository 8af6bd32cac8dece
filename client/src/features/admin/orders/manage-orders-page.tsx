import { PageHeading } from '../../../components/page-heading.tsx';

export default function ManageOrdersPage() {
  return <PageHeading title="Manage Promotion Orders" />;
}
