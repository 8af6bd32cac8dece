import { Stack } from '@chakra-ui/react';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { RecipientNotice } from '../../../components/recipient-notice.tsx';
import { decimalFromHundredths } from '../../../lib/parse-typed.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useAskBeforeLeaving } from '../use-ask-before-leaving.ts';
import { BrowserSection } from './browser-section.tsx';
import { MethodsSection } from './methods-section.tsx';
import { askOfLeap, rateExample } from './rate-question.ts';
import { ShopSection } from './shop-section.tsx';

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
      <ShopSection
        section="Rate and fee"
        text="What customers pay for a dollar."
        columns={2}
        settings={data}
        examples={{ ratePaisa: rateExample }}
        askFirst={askOfLeap}
        savedText={({ ratePaisa }) => `$1 = ৳${decimalFromHundredths(ratePaisa)} from now on.`}
      />
      <ShopSection
        section="Links"
        text="Where customers reach you and what they can watch. Web addresses whole, from https:// on; an empty one is left out."
        columns={2}
        settings={data}
      />
      <ShopSection
        section="Figures"
        text="Added to the real counts on the dashboard; with 0 it shows what is real."
        columns={3}
        settings={data}
      />
      <ShopSection
        section="Time zone"
        text="The shop’s days, months and charts begin at midnight there, and every date is shown in it, to you and to customers."
        settings={data}
        savedText={({ timeZone }) => `Days begin at midnight in ${timeZone} from now on.`}
      />
    </>
  );
}
