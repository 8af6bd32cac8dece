import { PageHeading } from '../../components/page-heading.tsx';

export default function PaymentPage() {
  return <PageHeading title="Payment" />;
}
