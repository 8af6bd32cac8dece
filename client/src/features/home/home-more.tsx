import { Stack } from '@chakra-ui/react';
import { Closing } from './closing.tsx';
import { Faq } from './faq.tsx';
import { HomeFooter } from './home-footer.tsx';
import { Offers } from './offers.tsx';
import { Reasons } from './reasons.tsx';
import { Videos } from './videos.tsx';

/** The home page below its first screens. */
export default function HomeMore() {
  return (
    <Stack gap={{ base: '14', md: '24' }}>
      <Videos />
      <Offers />
      <Reasons />
      <Faq />
      <Closing />
      <HomeFooter />
    </Stack>
  );
}
