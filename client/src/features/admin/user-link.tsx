import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { userPath } from '../../lib/paths.ts';

interface UserLinkProps {
  user: { id: number; name?: string; userName: string };
  /** What is read; the user name unless told otherwise. */
  children?: ReactNode;
}

/** A user's name, wherever admins read one: it leads to their page. */
export function UserLink({ user, children = user.userName }: UserLinkProps) {
  return (
    <Box asChild _hover={{ textDecoration: 'underline' }} textUnderlineOffset="3px">
      <AppLink to={userPath(user.id)} title={user.name ? `${user.name} (@${user.userName})` : `@${user.userName}`}>
        {children}
      </AppLink>
    </Box>
  );
}
