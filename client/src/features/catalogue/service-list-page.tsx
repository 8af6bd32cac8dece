import { PageHeading } from '../../components/page-heading.tsx';

export default function ServiceListPage() {
  return <PageHeading title="Services" />;
}
