import { Alert, Badge, Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { LuKeyRound, LuShieldCheck, LuTriangleAlert } from 'react-icons/lu';
import { LazyBoundary } from '../../components/lazy-boundary.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { secondFactorTexts } from '../../i18n/en/second-factor.ts';
import { Sentence } from '../../i18n/sentence.tsx';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { session, useSession } from '../../lib/session.ts';
import type { Outputs } from '../../lib/trpc.ts';

type State = Outputs['auth']['profile']['twoFactor'];
type OpenDialog = 'setUp' | 'newCodes' | 'turnOff';

const dialogs = lazyWithPreload(() => import('./second-factor-dialogs.tsx'));

/** For the buttons that open a dialog. */
const preloading = { onPointerEnter: dialogs.preload, onFocus: dialogs.preload };

/** From this number on, new ones are due. */
const FEW_CODES = 2;

/** The user's second factor, with buttons to set it up, to replace its recovery codes and to turn it off. */
export function SecondFactorSection({ state, userName }: { state: State; userName: string }) {
  const t = useStore(secondFactorTexts);
  const { mustEnroll } = useSession();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const isOn = state !== null;
  // Not before the dialog closes: the pages that open then would take the recovery codes away.
  useEffect(() => {
    if (isOn && open === null) session.setMustEnroll(false);
  }, [isOn, open]);
  return (
    <Box as="section" aria-labelledby="second-factor" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Flex px={{ base: '4', md: '6' }} py="4" gap="4" justify="space-between" align="center" wrap="wrap">
        <Box flex="1 1 16rem" minW="0">
          <Flex gap="2" align="center" wrap="wrap">
            <Heading as="h2" size="lg" id="second-factor">
              {t.heading}
            </Heading>
            <Badge variant="outline" colorPalette={isOn ? 'green' : 'gray'}>
              {isOn && <LuShieldCheck aria-hidden />}
              {isOn ? t.on : t.off}
            </Badge>
          </Flex>
          <Text color="fg.muted" textStyle="sm">
            {isOn ? (
              <Sentence words={t.onSince} parts={{ at: <TimeText at={state.confirmedAt} dayOnly /> }} />
            ) : (
              t.offText
            )}
          </Text>
        </Box>
        {isOn ? (
          <Button variant="outline" {...preloading} onClick={() => setOpen('turnOff')}>
            {t.turnOff}
          </Button>
        ) : (
          <Button
            {...(mustEnroll ? { colorPalette: 'brand' } : { variant: 'outline' })}
            {...preloading}
            onClick={() => setOpen('setUp')}
          >
            {t.setUp}
          </Button>
        )}
      </Flex>
      {isOn && <CodesLeft count={state.recoveryCodesLeft} onRenew={() => setOpen('newCodes')} />}
      {open && (
        <LazyBoundary>
          <dialogs.Part open={open} isOn={isOn} userName={userName} onClose={close} />
        </LazyBoundary>
      )}
    </Box>
  );
}

function CodesLeft({ count, onRenew }: { count: number; onRenew: () => void }) {
  const t = useStore(secondFactorTexts);
  const words = count === 0 ? t.noCodesLeft : t.codesLeft({ count });
  return (
    <Flex
      borderTopWidth="1px"
      px={{ base: '4', md: '6' }}
      py="3"
      gap="3"
      justify="space-between"
      align="center"
      wrap="wrap"
    >
      {count > FEW_CODES ? (
        <Flex gap="3" align="center">
          <Box color="fg.muted" aria-hidden>
            <LuKeyRound />
          </Box>
          <Text>{words}</Text>
        </Flex>
      ) : (
        <Warning title={words}>{t.fewCodesText}</Warning>
      )}
      <Button variant="outline" {...preloading} onClick={onRenew}>
        {t.newCodes}
      </Button>
    </Flex>
  );
}

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert.Root status="warning" flex="1 1 20rem">
      <Alert.Indicator>
        <LuTriangleAlert />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{children}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

/** Above a page that opens although the shop requires a second factor first. */
export function SecondFactorRequired() {
  const t = useStore(secondFactorTexts);
  const { mustEnroll } = useSession();
  if (!mustEnroll) return null;
  return (
    <Flex mb="6">
      <Warning title={t.requiredTitle}>{t.requiredText}</Warning>
    </Flex>
  );
}
