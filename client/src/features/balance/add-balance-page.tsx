import { PageHeading } from '../../components/page-heading.tsx';

export default function AddBalancePage() {
  return <PageHeading title="Add Balance" />;
}
