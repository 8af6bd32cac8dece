import { Box, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface BesideProps {
  head: ReactNode;
  panel: ReactNode;
  children: ReactNode;
}

/** A panel beside the page on a wide screen; otherwise between its heading and its main part. */
export function Beside({ head, panel, children }: BesideProps) {
  return (
    <Grid
      columnGap="8"
      templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 48rem) minmax(0, 23rem)' }}
      css={areas}
    >
      <Box gridArea="head" minW="0">
        {head}
      </Box>
      <Box
        gridArea="panel"
        alignSelf="start"
        position={{ xl: 'sticky' }}
        top="calc(var(--under-bar) + 1rem)"
        mb={{ base: '5', xl: '0' }}
        _empty={{ display: 'none' }}
      >
        {panel}
      </Box>
      <Box gridArea="main" minW="0">
        {children}
      </Box>
    </Grid>
  );
}

const areas = {
  gridTemplateAreas: { base: '"head" "panel" "main"', xl: '"head panel" "main panel"' },
  gridTemplateRows: { xl: 'auto 1fr' },
};
