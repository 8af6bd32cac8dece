import { Box, Flex, QrCode, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { MethodsOut } from '../../../../shared/balance.ts';
import { paymentTexts } from '../../i18n/en/payment.ts';

/** The recipient as a code to scan. Scanners want dark on light whatever the theme. */
export function RecipientCode({ method: { recipient, name } }: { method: MethodsOut['methods'][number] }) {
  const t = useStore(paymentTexts);
  return (
    <Flex direction="column" align="center" gap="4">
      <Box bg="white" p="4" borderWidth="1px" borderRadius="l2" role="img" aria-label={t.qrCode({ recipient })}>
        <QrCode.Root value={recipient} size="lg" encoding={{ ecc: 'M' }}>
          <QrCode.Frame bg="white" css={{ '& path': { fill: 'black' } }}>
            <QrCode.Pattern />
          </QrCode.Frame>
        </QrCode.Root>
      </Box>
      <Text textAlign="center" maxW="sm">
        {t.scanThis({ name })}
      </Text>
    </Flex>
  );
}
