import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuFileText, LuKeyRound, LuPlus } from 'react-icons/lu';
import { Navigate } from 'react-router-dom';
import { MOST_KEYS } from '#shared/keys.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { keysTexts } from '../../../i18n/en/keys.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { ProfileNav } from '../profile-nav.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { Examples } from './examples.tsx';
import { KeyRow } from './key-row.tsx';
import LiveKeysDialog from './live-keys-dialog.tsx';
import { useLiveKeys } from './use-live-keys.ts';
import { type Key, useRevoke } from './use-revoke.ts';

/** The signed-in user's API keys, and what to do with one. */
export default function KeysPage() {
  const t = useStore(keysTexts);
  usePageMeta(t.heading);
  const { data, error, isPending, refetch } = trpc.keys.list.useQuery();
  const live = useLiveKeys(data?.keys);
  const [isCreating, setCreating] = useState(false);
  const isFull = live.length >= MOST_KEYS;
  return (
    <Box maxW="5xl" ms="var(--page-start, auto)" me="auto">
      <PageHeading title={t.heading} text={t.headingText}>
        <Button colorPalette="brand" disabled={!data || isFull} onClick={() => setCreating(true)}>
          <LuPlus aria-hidden /> {t.newKey}
        </Button>
      </PageHeading>
      <ProfileNav />
      <Stack gap="6">
        {isPending && <LoadingStack heights={['4rem', '6rem']} />}
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && <KeyList keys={data.keys} liveCount={live.length} isFull={isFull} />}
        <ExamplesSection />
      </Stack>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {data && <AfterReset live={live} />}
    </Box>
  );
}

interface KeyListProps {
  keys: readonly Key[];
  liveCount: number;
  isFull: boolean;
}

function KeyList({ keys, liveCount, isFull }: KeyListProps) {
  const t = useStore(keysTexts);
  const { revoke, revokingId } = useRevoke();
  return (
    <Box as="section" aria-labelledby="keys" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Flex px={{ base: '4', md: '6' }} py="4" columnGap="4" justify="space-between" align="baseline" wrap="wrap">
        <Heading as="h2" size="lg" id="keys">
          {t.yourKeys}
        </Heading>
        {keys.length > 0 && (
          <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
            {isFull ? t.tooMany({ most: MOST_KEYS }) : t.allLive({ count: liveCount, most: MOST_KEYS })}
          </Text>
        )}
      </Flex>
      {keys.length === 0 ? (
        <Box borderTopWidth="1px">
          <EmptyState icon={<LuKeyRound />} title={t.noKeys} text={t.noKeysText} />
        </Box>
      ) : (
        <Stack as="ul" listStyleType="none" gap="0">
          {keys.map((each) => (
            <KeyRow
              key={each.id}
              apiKey={each}
              isRevoking={revokingId === each.id}
              onRevoke={() => void revoke(each)}
            />
          ))}
        </Stack>
      )}
    </Box>
  );
}

function ExamplesSection() {
  const t = useStore(keysTexts);
  return (
    <Box as="section" aria-labelledby="examples" borderWidth="1px" borderRadius="l3" p={{ base: '4', md: '6' }}>
      <Flex gap="3" justify="space-between" align="start" wrap="wrap" mb="4">
        <Box flex="1 1 16rem" minW="0">
          <Heading as="h2" size="lg" id="examples">
            {t.examples}
          </Heading>
          <Text color="fg.muted" textStyle="sm">
            {t.examplesText}
          </Text>
        </Box>
        <Button asChild variant="outline">
          <AppLink to={paths.developers}>
            <LuFileText aria-hidden /> {t.developers}
          </AppLink>
        </Button>
      </Flex>
      <Examples />
    </Box>
  );
}

/** After a login with a new password the keys are asked about; without one the user goes on to the services. */
function AfterReset({ live }: { live: readonly Key[] }) {
  const [after, setAfter] = useUrlParam('after', { replace: true });
  // Once all are revoked the page stays.
  const [hadSome] = useState(live.length > 0);
  if (after !== 'reset') return null;
  if (!hadSome) return <Navigate replace to={paths.services} />;
  return <LiveKeysDialog onClose={() => setAfter('')} />;
}
