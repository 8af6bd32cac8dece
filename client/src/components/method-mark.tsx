import { Box, Image } from '@chakra-ui/react';
import { LuWallet } from 'react-icons/lu';

/** A payment method's image, or a wallet icon; its name is always next to it. */
export function MethodMark({ logo, size }: { logo: string | null; size: string }) {
  if (logo) return <Image src={logo} alt="" boxSize={size} flexShrink="0" borderRadius="sm" />;
  return (
    <Box boxSize={size} flexShrink="0" display="grid" placeItems="center" color="fg.muted" aria-hidden>
      <LuWallet />
    </Box>
  );
}
