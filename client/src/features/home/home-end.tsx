import { Stack } from '@chakra-ui/react';
import { Closing } from './closing.tsx';
import { HomeFooter } from './home-footer.tsx';

/** The home page below the questions. */
export default function HomeEnd() {
  return (
    <Stack gap={{ base: '14', md: '24' }}>
      <Closing />
      <HomeFooter />
    </Stack>
  );
}
