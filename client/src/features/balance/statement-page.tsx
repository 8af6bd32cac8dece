import { PageHeading } from '../../components/page-heading.tsx';

export default function StatementPage() {
  return <PageHeading title="Statement" />;
}
