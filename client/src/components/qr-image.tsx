import { Box, type BoxProps, QrCode } from '@chakra-ui/react';

interface QrImageProps extends BoxProps {
  value: string;
  /** What it is, for screen readers. */
  label: string;
  size?: 'md' | 'lg' | 'xl';
}

/** A text as a QR code, which this browser draws by itself. Scanners need dark on light in every theme. */
export function QrImage({ value, label, size = 'md', ...box }: QrImageProps) {
  return (
    <Box bg="white" p="3" borderWidth="1px" borderRadius="l2" role="img" aria-label={label} {...box}>
      <QrCode.Root value={value} size={size} encoding={{ ecc: 'M' }}>
        <QrCode.Frame bg="white" css={{ '& path': { fill: 'black' } }}>
          <QrCode.Pattern />
        </QrCode.Frame>
      </QrCode.Root>
    </Box>
  );
}
