import { Stack } from '@chakra-ui/react';
import { Platforms } from './platforms.tsx';
import { ShopContact } from './shop-contact.tsx';

/** The narrower column beside the prices. */
export default function ContactAndPlatforms() {
  return (
    <Stack gap="10">
      <ShopContact />
      <Platforms />
    </Stack>
  );
}
