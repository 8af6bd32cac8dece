import { Stack } from '@chakra-ui/react';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { RecipientNotice } from '../../../components/recipient-notice.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useAskBeforeLeaving } from '../use-ask-before-leaving.ts';
import { BrowserSection } from './browser-section.tsx';
import { MethodsSection } from './methods-section.tsx';
import { RateSection } from './rate-section.tsx';
import { FiguresSection, LinksSection } from './shop-sections.tsx';
import { TimeZoneSection } from './time-zone-section.tsx';

export default function SettingsPage() {
  useAskBeforeLeaving();
  const { data: methods = [], isPending } = trpc.admin.paymentMethods.list.useQuery();
  return (
    <>
      <PageHeading title="Settings" text="How customers pay you, and what the panel shows of the shop." />
      <Stack gap="6">
        {isPending ? (
          // The warning stands above everything: what is below it would move when it comes.
          <LoadingStack gap="6" heights={['24', '80', '64', '80']} />
        ) : (
          <>
            <RecipientNotice methods={methods} />
            <MethodsSection />
            <ShopSettings />
          </>
        )}
        <BrowserSection />
      </Stack>
    </>
  );
}

function ShopSettings() {
  const { data, error, isPending, refetch } = trpc.admin.settings.get.useQuery();
  if (isPending) return <LoadingStack gap="6" heights={['64', '80', '64']} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <RateSection settings={data} />
      <LinksSection settings={data} />
      <FiguresSection settings={data} />
      <TimeZoneSection settings={data} />
    </>
  );
}
