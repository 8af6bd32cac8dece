import { PageHeading } from '../../components/page-heading.tsx';

export default function AuthPage() {
  return <PageHeading title="Register" />;
}
