import { Stack } from '@chakra-ui/react';
import { Closing } from './closing.tsx';
import { HomeFooter } from './home-footer.tsx';
import { Offers } from './offers.tsx';
import { Reasons } from './reasons.tsx';
import { Videos } from './videos.tsx';

const gap = { base: '10', md: '16' };

/** The home page between its second screen and the questions. */
export function HomeMore() {
  return (
    <Stack gap={gap}>
      <Videos />
      <Offers />
      <Reasons />
    </Stack>
  );
}

/** The home page below the questions. */
export function HomeEnd() {
  return (
    <Stack gap={gap}>
      <Closing />
      <HomeFooter />
    </Stack>
  );
}
