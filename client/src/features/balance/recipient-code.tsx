import { Box, Flex, QrCode, Text } from '@chakra-ui/react';
import type { MethodsOut } from '../../../../shared/balance.ts';

/** The recipient as a code to scan. Scanners want dark on light whatever the theme. */
export function RecipientCode({ method: { recipient, name } }: { method: MethodsOut['methods'][number] }) {
  return (
    <Flex direction="column" align="center" gap="4">
      <Box bg="white" p="4" borderWidth="1px" borderRadius="l2" role="img" aria-label={`QR code: ${recipient}`}>
        <QrCode.Root value={recipient} size="lg" encoding={{ ecc: 'M' }}>
          <QrCode.Frame bg="white" css={{ '& path': { fill: 'black' } }}>
            <QrCode.Pattern />
          </QrCode.Frame>
        </QrCode.Root>
      </Box>
      <Text textAlign="center" maxW="sm">
        Open {name}, scan this code and send the amount. Then enter the transaction ID from {name}’s receipt below and
        press VERIFY.
      </Text>
    </Flex>
  );
}
