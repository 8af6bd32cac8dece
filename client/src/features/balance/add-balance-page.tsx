import { Button, Grid, Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import { LuReceipt } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ContactUs } from '../../lib/contact-us.tsx';
import { paths } from '../../lib/paths.ts';
import { trpc } from '../../lib/trpc.ts';
import { AddBalanceForm, choiceColumns } from './add-balance-form.tsx';

export default function AddBalancePage() {
  return (
    <>
      <PageHeading title="Add Balance" text="Choose how to pay and how much; the next screen says how to send it.">
        <Button asChild variant="outline">
          <AppLink to={paths.rechargeHistory}>
            <LuReceipt aria-hidden /> Recharge History
          </AppLink>
        </Button>
      </PageHeading>
      <Content />
    </>
  );
}

function Content() {
  const { data, error, isPending, refetch } = trpc.balance.methods.useQuery();
  if (isPending) return <FormSkeleton />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.methods.length === 0) {
    return (
      <EmptyState title="No payment method is open at the moment" text="Please try again later or contact support.">
        <ContactUs justify="center" />
      </EmptyState>
    );
  }
  return <AddBalanceForm {...data} />;
}

function FormSkeleton() {
  return (
    <Grid {...choiceColumns} aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Stack gap="6">
        <Skeleton h="20" />
        <Skeleton h="20" />
        <Skeleton h="10" maxW="sm" />
      </Stack>
      <Skeleton h="96" />
    </Grid>
  );
}
