import { Button, Grid, Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuReceipt } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { ContactUs } from '../../lib/contact-us.tsx';
import { paths } from '../../lib/paths.ts';
import { trpc } from '../../lib/trpc.ts';
import { AddBalanceForm, choiceColumns } from './add-balance-form.tsx';
import { PendingLimit } from './pending-limit.tsx';

export default function AddBalancePage() {
  const t = useStore(addBalanceTexts);
  return (
    <>
      <PageHeading title={t.heading} text={t.headingText}>
        <Button asChild variant="outline">
          <AppLink to={paths.rechargeHistory}>
            <LuReceipt aria-hidden /> {t.history}
          </AppLink>
        </Button>
      </PageHeading>
      <PendingLimit />
      <Content />
    </>
  );
}

function Content() {
  const t = useStore(addBalanceTexts);
  const { data, error, isPending, refetch } = trpc.balance.methods.useQuery();
  if (isPending) return <FormSkeleton />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.methods.length === 0) {
    return (
      <EmptyState title={t.noMethods} text={t.noMethodsText}>
        <ContactUs justify="center" />
      </EmptyState>
    );
  }
  return <AddBalanceForm {...data} />;
}

function FormSkeleton() {
  const t = useStore(addBalanceTexts);
  return (
    <Grid {...choiceColumns} aria-busy>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      <Stack gap="6">
        <Skeleton h="20" />
        <Skeleton h="20" />
        <Skeleton h="10" maxW="sm" />
      </Stack>
      <Skeleton h="96" />
    </Grid>
  );
}
