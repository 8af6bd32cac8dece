import { Box, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { secondFactorTexts } from '../../i18n/en/second-factor.ts';
import { usePageMeta } from '../../lib/page-meta.ts';
import { trpc } from '../../lib/trpc.ts';
import { SecondFactorSection } from './second-factor-section.tsx';

/** For an admin who has to set up a second factor before anything else opens. */
export default function EnrollPage() {
  const t = useStore(secondFactorTexts);
  // What was read before the refusal may be outdated: a second factor that has been reset since.
  const { data, error, isFetchedAfterMount, refetch } = trpc.auth.profile.useQuery(undefined, { staleTime: 0 });
  usePageMeta(t.requiredTitle);
  return (
    <Box maxW="3xl" ms="var(--page-start, auto)" me="auto">
      <PageHeading title={t.requiredTitle} text={t.requiredText} />
      <Stack gap="6">
        {!isFetchedAfterMount && <LoadingStack heights={['7rem']} />}
        {isFetchedAfterMount && data && <SecondFactorSection state={data.twoFactor} userName={data.userName} />}
        {isFetchedAfterMount && error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      </Stack>
    </Box>
  );
}
