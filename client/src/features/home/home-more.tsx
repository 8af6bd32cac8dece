import { Stack } from '@chakra-ui/react';
import { Offers } from './offers.tsx';
import { Reasons } from './reasons.tsx';
import { Videos } from './videos.tsx';

/** The home page between its first screens and the questions. */
export default function HomeMore() {
  return (
    <Stack gap={{ base: '14', md: '24' }}>
      <Videos />
      <Offers />
      <Reasons />
    </Stack>
  );
}
