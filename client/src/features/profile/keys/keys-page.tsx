import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuFileText, LuKeyRound } from 'react-icons/lu';
import { Navigate } from 'react-router-dom';
import { MOST_KEYS } from '#shared/keys.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { keysTexts } from '../../../i18n/en/keys.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { OwnListPage } from '../own-list-page.tsx';
import { CallLog } from './call-log.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { Examples } from './examples.tsx';
import { KeyActions } from './key-actions.tsx';
import { KeyRow } from './key-row.tsx';
import LiveKeysDialog from './live-keys-dialog.tsx';
import { useLiveKeys } from './use-live-keys.ts';
import { type Key, useRevoke } from './use-revoke.ts';

/** The signed-in user's API keys, and what to do with one. */
export default function KeysPage() {
  const t = useStore(keysTexts);
  const query = trpc.keys.list.useQuery();
  const keys = query.data?.keys;
  const live = useLiveKeys(keys);
  const [isCreating, setCreating] = useState(false);
  const [log, setLog] = useUrlParam('log', { replace: true });
  const { revoke, revokingId } = useRevoke();
  const isFull = live.length >= MOST_KEYS;
  return (
    <>
      <OwnListPage
        id="keys"
        heading={t.heading}
        text={t.headingText}
        addLabel={t.newKey}
        onAdd={() => setCreating(true)}
        isFull={isFull}
        title={t.yourKeys}
        inUse={isFull ? t.tooMany({ most: MOST_KEYS }) : t.allLive({ count: live.length, most: MOST_KEYS })}
        empty={{ icon: <LuKeyRound />, title: t.noKeys, text: t.noKeysText }}
        query={query}
        items={keys}
        rowHeight="6rem"
        row={(each) => {
          const id = String(each.id);
          const logId = `calls-${id}`;
          const isOpen = log === id;
          return (
            <KeyRow key={id} apiKey={each} below={<div id={logId}>{isOpen && <CallLog apiKey={each} />}</div>}>
              <KeyActions
                apiKey={each}
                isRevoking={revokingId === each.id}
                onRevoke={() => void revoke(each)}
                isOpen={isOpen}
                logId={logId}
                onToggleLog={() => setLog(isOpen ? '' : id)}
              />
            </KeyRow>
          );
        }}
      >
        <ExamplesSection />
      </OwnListPage>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {keys && <AfterReset live={live} />}
    </>
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
