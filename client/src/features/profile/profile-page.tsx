import { Box, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { profileTexts } from '../../i18n/en/profile.ts';
import { useSession } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { ProfileCard } from './profile-card.tsx';
import { ProfileNav } from './profile-nav.tsx';
import { SecondFactorRequired, SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The signed-in user's profile and sessions. */
export default function ProfilePage() {
  const t = useStore(profileTexts);
  const { mustEnroll } = useSession();
  return (
    <Box maxW="5xl" ms="var(--page-start, auto)" me="auto">
      <PageHeading title={t.heading} text={t.headingText} />
      {!mustEnroll && <ProfileNav />}
      <SecondFactorRequired />
      <Stack gap="6">
        <Profile />
        <SessionsSection />
      </Stack>
    </Box>
  );
}

function Profile() {
  const { mustEnroll } = useSession();
  const { data, error, isPending, refetch } = trpc.auth.profile.useQuery();
  if (isPending) return <LoadingStack heights={['14rem']} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  // By their keys they stay the same, with an open dialog, when a requirement comes or goes.
  const parts = [
    <ProfileCard key="account" profile={data} />,
    <SecondFactorSection key="factor" state={data.twoFactor} userName={data.userName} />,
  ];
  return mustEnroll ? parts.toReversed() : parts;
}
