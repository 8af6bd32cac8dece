import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';

interface RowTitleProps {
  to: string;
  /** Follows the direction of what was written in it. */
  dir?: 'auto';
  children: ReactNode;
}

/** What a row of a history is called, as the link to its page; as large as a finger on a phone. */
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
