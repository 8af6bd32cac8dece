import { Badge, Box, Flex, Grid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuKeyRound } from 'react-icons/lu';
import { type AdminArea, customerScopes, type KeyScope } from '#shared/key-scopes.ts';
import { TimeText } from '../../../components/time-text.tsx';
import { keyScopeAreaTexts, keyScopeTexts, keysTexts, rollTexts } from '../../../i18n/en/keys.ts';
import { Sentence } from '../../../i18n/sentence.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { isExpired } from './use-live-keys.ts';
import type { Key } from './use-revoke.ts';

interface KeyRowProps {
  apiKey: Key;
  /** What can be done with it. */
  children?: ReactNode;
  /** Over the whole width. */
  below?: ReactNode;
}

/** A key with its scopes, its limits and its last use. */
export function KeyRow({ apiKey, children, below }: KeyRowProps) {
  const t = useStore(keysTexts);
  const words = useStore(rollTexts);
  const scopeWords = useScopeWords();
  const expired = isExpired(apiKey, useNow());
  const { id, name, scopes, addresses, createdAt, expiresAt, lastUsedAt, lastUsedAddress, previousSecretEndsAt } =
    apiKey;
  return (
    <Box as="li" borderTopWidth="1px">
      <Grid
        templateColumns="auto minmax(0, 1fr)"
        columnGap={{ base: '3', md: '4' }}
        alignItems="center"
        px={{ base: '4', md: '6' }}
        py="4"
      >
        <Box fontSize="xl" color="fg.muted" aria-hidden>
          <LuKeyRound />
        </Box>
        <Flex columnGap="2" rowGap="1" align="center" wrap="wrap" minW="0" minH={{ base: '10', md: '9' }}>
          <Text fontWeight="semibold" minW="0" dir="auto">
            <span translate="no">{name}</span>
          </Text>
          <Text fontFamily="mono" textStyle="xs" color="fg.muted">
            <span translate="no">{`rp_${id}_…`}</span>
          </Text>
          {expired && (
            <Badge variant="outline" colorPalette="red">
              {t.expired}
            </Badge>
          )}
        </Flex>
        {/* On a phone they need the whole width. */}
        <Box minW="0" gridColumn={{ base: '1 / -1', md: '2' }}>
          <Flex gap="1.5" wrap="wrap" mt="1" mb="2">
            {scopes.map((scope) => (
              <Badge key={scope} variant="outline" whiteSpace="normal">
                {scopeWords(scope)}
              </Badge>
            ))}
          </Flex>
          <Text textStyle="sm">
            <LastUse at={lastUsedAt} address={lastUsedAddress} />
          </Text>
          <Flex textStyle="sm" color="fg.muted" columnGap="4" wrap="wrap">
            <span>
              <Sentence words={t.created} parts={{ at: <TimeText at={createdAt} dayOnly /> }} />
            </span>
            <span>
              {expiresAt ? (
                <Sentence words={expired ? t.ended : t.expires} parts={{ at: <TimeText at={expiresAt} /> }} />
              ) : (
                t.expiresNever
              )}
            </span>
            {previousSecretEndsAt && !expired && (
              <span>
                <Sentence words={words.oldWorks} parts={{ at: <TimeText at={previousSecretEndsAt} /> }} />
              </span>
            )}
            {addresses.length > 0 && (
              <Text as="span" overflowWrap="anywhere">
                {t.fromAddresses({ addresses: addresses.join(', ') })}
              </Text>
            )}
          </Flex>
          {children}
        </Box>
      </Grid>
      {below}
    </Box>
  );
}

function LastUse({ at, address }: { at: string | null; address: string | null }) {
  const t = useStore(keysTexts);
  if (!at) return t.neverUsed;
  const moment = <TimeText at={at} />;
  if (!address) return <Sentence words={t.lastUsed} parts={{ at: moment }} />;
  return <Sentence words={t.lastUsedFrom} parts={{ at: moment, address }} />;
}

/** A scope in words: "Order", or of an admin "Change Orders". */
function useScopeWords(): (scope: KeyScope) => string {
  const t = useStore(keysTexts);
  const names = useStore(keyScopeTexts);
  const areas = useStore(keyScopeAreaTexts);
  return (scope) => {
    const ofCustomer = customerScopes.find((each) => each === scope);
    if (ofCustomer) return names[ofCustomer];
    const [, name, access] = /^admin\.(\w+):(\w+)$/.exec(scope) ?? [];
    const area = areas[name as AdminArea];
    return access === 'write' ? t.changeArea({ area }) : t.readArea({ area });
  };
}
