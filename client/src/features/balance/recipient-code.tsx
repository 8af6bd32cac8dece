import { Center, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuQrCode } from 'react-icons/lu';
import type { MethodsOut } from '#shared/balance.ts';
import { isPlaceholderRecipient } from '#shared/payment-methods.ts';
import { QrImage } from '../../components/qr-image.tsx';
import { paymentTexts } from '../../i18n/en/payment.ts';

/** The recipient as a QR code; a placeholder has none, because somebody might scan it. */
export function RecipientCode({ method: { recipient, name } }: { method: MethodsOut['methods'][number] }) {
  const t = useStore(paymentTexts);
  const isSample = isPlaceholderRecipient(recipient);
  return (
    <Flex direction="column" align="center" gap="4">
      {isSample ? <NoCodeYet /> : <QrImage value={recipient} label={t.qrCode({ recipient })} size="lg" p="4" />}
      <Text textAlign="center" maxW="sm">
        {isSample ? t.sampleCode : t.scanThis({ name })}
      </Text>
    </Flex>
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
