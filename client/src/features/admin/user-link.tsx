import { Box, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { userPath } from '../../lib/paths.ts';

interface UserLinkProps {
  user: { id: number; name?: string; userName: string };
  /** The user name by default. */
  children?: ReactNode;
}

/** A user's name, which links to their page. */
export function UserLink({ user, children = user.userName }: UserLinkProps) {
  return (
    <Box asChild _hover={{ textDecoration: 'underline' }} textUnderlineOffset="3px">
      <AppLink to={userPath(user.id)} title={user.name ? `${user.name} (@${user.userName})` : `@${user.userName}`}>
        {children}
      </AppLink>
    </Box>
  );
}

/** In a table the full name comes first. */
const whereWide = { '@container (max-width: 1299px)': { display: 'none' } } as const;

/** The full name with the user name. */
export function FullUserLink({ user }: { user: { id: number; name: string; userName: string } }) {
  return (
    <UserLink user={user}>
      {user.name}{' '}
      <Span textStyle="xs" color="fg.muted" fontWeight="normal" css={whereWide}>
        @{user.userName}
      </Span>
    </UserLink>
  );
}
