import { PageHeading } from '../../../components/page-heading.tsx';

export default function ManageRechargesPage() {
  return <PageHeading title="Manage Customer Recharges" />;
}
