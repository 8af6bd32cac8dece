import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';

interface RowTitleProps {
  to: string;
  /** `auto` follows the direction of its text. */
  dir?: 'auto';
  children: ReactNode;
}

/** The title of a row, which links to its page; a large target on a phone. */
export function RowTitle({ to, dir, children }: RowTitleProps) {
  return (
    <Box
      asChild
      display={{ base: 'block', md: 'inline' }}
      py={{ base: '2.5', md: '0' }}
      my={{ base: '-2.5', md: '0' }}
      fontWeight="semibold"
      overflowWrap="anywhere"
      whiteSpace="normal"
      _hover={{ textDecoration: 'underline' }}
    >
      <AppLink to={to} dir={dir}>
        {children}
      </AppLink>
    </Box>
  );
}
