import { Box, Center, Flex, QrCode, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuQrCode } from 'react-icons/lu';
import type { MethodsOut } from '#shared/balance.ts';
import { isPlaceholderRecipient } from '#shared/payment-methods.ts';
import { paymentTexts } from '../../i18n/en/payment.ts';

/** The recipient as a QR code; a placeholder has none, because somebody might scan it. */
export function RecipientCode({ method: { recipient, name } }: { method: MethodsOut['methods'][number] }) {
  const t = useStore(paymentTexts);
  const isSample = isPlaceholderRecipient(recipient);
  return (
    <Flex direction="column" align="center" gap="4">
      {isSample ? <NoCodeYet /> : <Code recipient={recipient} label={t.qrCode({ recipient })} />}
      <Text textAlign="center" maxW="sm">
        {isSample ? t.sampleCode : t.scanThis({ name })}
      </Text>
    </Flex>
  );
}

/** Scanners need dark on light in every theme. */
function Code({ recipient, label }: { recipient: string; label: string }) {
  return (
    <Box bg="white" p="4" borderWidth="1px" borderRadius="l2" role="img" aria-label={label}>
      <QrCode.Root value={recipient} size="lg" encoding={{ ecc: 'M' }}>
        <QrCode.Frame bg="white" css={{ '& path': { fill: 'black' } }}>
          <QrCode.Pattern />
        </QrCode.Frame>
      </QrCode.Root>
    </Box>
  );
}

function NoCodeYet() {
  return (
    <Center
      boxSize="40"
      borderWidth="1px"
      borderStyle="dashed"
      borderRadius="l2"
      color="fg.subtle"
      fontSize="5xl"
      aria-hidden
    >
      <LuQrCode />
    </Center>
  );
}
