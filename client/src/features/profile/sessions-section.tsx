import { Badge, Box, Button, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLogOut, LuMonitor, LuMonitorSmartphone, LuSmartphone, LuTablet } from 'react-icons/lu';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { profileTexts } from '../../i18n/en/profile.ts';
import { Sentence } from '../../i18n/sentence.tsx';
import { reportError } from '../../lib/errors.ts';
import { confirm, showSuccess } from '../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { deviceName } from './device-name.ts';

type Session = Outputs['auth']['sessions'][number];

const icons = { phone: <LuSmartphone />, tablet: <LuTablet />, computer: <LuMonitor /> };

/** The account's sessions, with buttons to end them. */
export function SessionsSection() {
  const t = useStore(profileTexts);
  const { data, error, isPending, refetch } = trpc.auth.sessions.useQuery();
  const { endOne, endOthers, endingId, isEndingOthers } = useEndSessions();
  if (isPending) return <LoadingStack heights={['4rem', '5rem', '5rem']} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const others = data.filter(({ current }) => !current).length;
  return (
    <Box as="section" aria-labelledby="sessions" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Flex px={{ base: '4', md: '6' }} py="4" gap="4" justify="space-between" align="center" wrap="wrap">
        <Box flex="1 1 14rem" minW="0">
          <Heading as="h2" size="lg" id="sessions">
            {t.sessions}
          </Heading>
          <Text color="fg.muted" textStyle="sm">
            {t.sessionsText}
          </Text>
        </Box>
        {others > 0 && (
          <Button variant="outline" loading={isEndingOthers} onClick={() => void endOthers(others)}>
            <LuLogOut aria-hidden /> {t.logOutOthers}
          </Button>
        )}
      </Flex>
      <Stack as="ul" listStyleType="none" gap="0">
        {data.map((each) => (
          <SessionRow key={each.id} session={each} isEnding={endingId === each.id} onEnd={() => endOne(each)} />
        ))}
      </Stack>
    </Box>
  );
}

interface SessionRowProps {
  session: Session;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const t = useStore(profileTexts);
  const { current, kind, address, createdAt, lastUsedAt } = session;
  const name = deviceName(session);
  return (
    <Grid
      as="li"
      templateColumns={{ base: 'auto minmax(0, 1fr) auto', lg: 'auto minmax(0, 1fr) auto 6rem' }}
      columnGap="4"
      alignItems="center"
      borderTopWidth="1px"
      px={{ base: '4', md: '6' }}
      py="3"
    >
      <Box fontSize="2xl" color="fg.muted" aria-hidden>
        {kind ? icons[kind] : <LuMonitorSmartphone />}
      </Box>
      <Box minW="0">
        <Flex gap="2" align="center" wrap="wrap">
          <Text fontWeight="semibold" overflowWrap="anywhere">
            {name}
          </Text>
          {current && <Badge variant="outline">{t.thisBrowser}</Badge>}
        </Flex>
        <Text textStyle="sm" color="fg.muted">
          {address ? (
            <Sentence words={t.lastUsedFrom} parts={{ at: <Moment at={lastUsedAt} />, address }} />
          ) : (
            <Sentence words={t.lastUsed} parts={{ at: <Moment at={lastUsedAt} /> }} />
          )}
        </Text>
      </Box>
      {/* Below the other text if there is no room beside it. */}
      <Text textStyle="sm" color="fg.muted" gridColumn={{ base: '2', lg: '3' }} gridRow={{ base: '2', lg: '1' }}>
        <Sentence words={t.loggedIn} parts={{ at: <Moment at={createdAt} /> }} />
      </Text>
      {!current && (
        <Button
          gridColumn="-2"
          gridRow={{ base: '1 / span 2', lg: '1' }}
          justifySelf="end"
          size={{ base: 'md', md: 'sm' }}
          px={{ base: '3', md: '3.5' }}
          variant="outline"
          aria-label={t.logOutOf({ name })}
          loading={isEnding}
          onClick={onEnd}
        >
          {t.logOut}
        </Button>
      )}
    </Grid>
  );
}

function Moment({ at }: { at: string }) {
  return <TimeText at={at} />;
}

/** Ends one session or all the others; refetches the list after each. */
function useEndSessions() {
  const t = useStore(profileTexts);
  const utils = trpc.useUtils();
  const options = {
    onError: (error: unknown) => void reportError(t.endFailed, error),
    onSettled: () => utils.auth.sessions.invalidate(),
  };
  const one = trpc.auth.endSession.useMutation(options);
  const others = trpc.auth.endOtherSessions.useMutation(options);

  return {
    endOne: (session: Outputs['auth']['sessions'][number]) =>
      one.mutate({ id: session.id }, { onSuccess: () => showSuccess(t.loggedOut({ name: deviceName(session) })) }),
    /** @param count the number of others, for the confirmation */
    endOthers: async (count: number) => {
      const agreed = await confirm(() => {
        const { endOthersTitle, endOthersText, logOutOthers } = profileTexts.get();
        return { title: endOthersTitle, text: endOthersText({ count }), confirmLabel: logOutOthers };
      });
      if (agreed) others.mutate(undefined, { onSuccess: () => showSuccess(t.loggedOutElsewhere) });
    },
    endingId: one.isPending ? one.variables.id : null,
    isEndingOthers: others.isPending,
  };
}
