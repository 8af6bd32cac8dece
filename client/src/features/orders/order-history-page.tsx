import { PageHeading } from '../../components/page-heading.tsx';

export default function OrderHistoryPage() {
  return <PageHeading title="Order History" />;
}
