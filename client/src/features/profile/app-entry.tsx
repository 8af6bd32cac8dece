import { Box, Button, Flex, QrCode, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuQrCode, LuSmartphone } from 'react-icons/lu';
import type { BegunSecondFactor } from '#shared/second-factor.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { secondFactorTexts } from '../../i18n/en/second-factor.ts';
import { useIsWide } from '../../lib/media.ts';

/**
 * The secret for an authenticator app: a QR code, which this browser draws by itself, and the same as a key. On a phone the app is on the
 * same screen, which can't scan itself: there a link opens it.
 */
export function AppEntry({ secret, uri }: BegunSecondFactor) {
  const t = useStore(secondFactorTexts);
  const isWide = useIsWide();
  const [isCodeOpen, setCodeOpen] = useState(false);
  return (
    <Stack gap="3">
      {isWide ? (
        <Code uri={uri} label={t.qrCode} />
      ) : (
        <>
          <Button asChild variant="outline">
            <a href={uri}>
              <LuSmartphone aria-hidden /> {t.openApp}
            </a>
          </Button>
          {isCodeOpen ? (
            <Code uri={uri} label={t.qrCode} />
          ) : (
            <Button variant="outline" onClick={() => setCodeOpen(true)}>
              <LuQrCode aria-hidden /> {t.showQrCode}
            </Button>
          )}
        </>
      )}
      <Box>
        <Text textStyle="sm" color="fg.muted">
          {t.orType}
        </Text>
        <Flex gap="2" align="center" justify="space-between">
          <Text fontFamily="mono" minW="0" textWrap="balance" data-secret>
            <span translate="no">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
          </Text>
          <CopyButton value={secret} label={t.setUpKey} size="md" flexShrink="0" />
        </Flex>
      </Box>
    </Stack>
  );
}

/** Scanners need dark on light in every theme. */
function Code({ uri, label }: { uri: string; label: string }) {
  return (
    <Box bg="white" p="3" borderWidth="1px" borderRadius="l2" alignSelf="center" role="img" aria-label={label}>
      <QrCode.Root value={uri} size="xl" encoding={{ ecc: 'M' }}>
        <QrCode.Frame bg="white" css={{ '& path': { fill: 'black' } }}>
          <QrCode.Pattern />
        </QrCode.Frame>
      </QrCode.Root>
    </Box>
  );
}
