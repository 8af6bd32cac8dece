import { PageHeading } from '../../components/page-heading.tsx';

export default function RechargeHistoryPage() {
  return <PageHeading title="Recharge History" />;
}
