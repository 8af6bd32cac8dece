import { PageHeading } from '../../components/page-heading.tsx';

export default function OrderPage() {
  return <PageHeading title="Order" />;
}
