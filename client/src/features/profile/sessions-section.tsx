import { Badge, Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLogOut, LuMonitor, LuMonitorSmartphone, LuSmartphone, LuTablet } from 'react-icons/lu';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { profileTexts } from '../../i18n/en/profile.ts';
import { Sentence } from '../../i18n/sentence.tsx';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { deviceName } from './device-name.ts';
import { useEndSessions } from './use-end-sessions.ts';

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
      <Flex p={{ base: '4', md: '6' }} gap="4" justify="space-between" align="center" wrap="wrap">
        <Box flex="1 1 14rem" minW="0">
          <Heading as="h2" size="lg" id="sessions">
            {t.sessions}
          </Heading>
          <Text color="fg.muted">{t.sessionsText}</Text>
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
    <Flex as="li" gap="4" align="center" borderTopWidth="1px" px={{ base: '4', md: '6' }} py="4" wrap="wrap">
      <Box fontSize="2xl" color="fg.muted" aria-hidden>
        {kind ? icons[kind] : <LuMonitorSmartphone />}
      </Box>
      <Box flex="1 1 12rem" minW="0">
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
        <Text textStyle="sm" color="fg.muted">
          <Sentence words={t.loggedIn} parts={{ at: <Moment at={createdAt} /> }} />
        </Text>
      </Box>
      {!current && (
        <Button
          size="sm"
          variant="outline"
          // If there is no room next to the text, it is below.
          ms={{ base: '10', sm: '0' }}
          aria-label={t.logOutOf({ name })}
          loading={isEnding}
          onClick={onEnd}
        >
          {t.logOut}
        </Button>
      )}
    </Flex>
  );
}

function Moment({ at }: { at: string }) {
  return <TimeText at={at} />;
}
