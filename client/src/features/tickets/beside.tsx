import { Box, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A panel beside the main part on a wide screen; otherwise above it. */
export function Beside({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <Grid
      gap={{ base: '5', xl: '8' }}
      templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 48rem) minmax(0, 23rem)' }}
      alignItems="start"
    >
      <Box
        order={{ xl: 1 }}
        position={{ xl: 'sticky' }}
        top="calc(var(--under-bar) + 1rem)"
        _empty={{ display: 'none' }}
      >
        {panel}
      </Box>
      <Box minW="0">{children}</Box>
    </Grid>
  );
}
