import { PageHeading } from '../../components/page-heading.tsx';

export default function HomePage() {
  return <PageHeading title="The best panel" />;
}
