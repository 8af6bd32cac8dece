import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuQrCode, LuSmartphone } from 'react-icons/lu';
import type { BegunSecondFactor } from '#shared/second-factor.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { QrImage } from '../../components/qr-image.tsx';
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
        <QrImage value={uri} label={t.qrCode} size="xl" alignSelf="center" />
      ) : (
        <>
          <Button asChild variant="outline">
            <a href={uri}>
              <LuSmartphone aria-hidden /> {t.openApp}
            </a>
          </Button>
          {isCodeOpen ? (
            <QrImage value={uri} label={t.qrCode} size="xl" alignSelf="center" />
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
