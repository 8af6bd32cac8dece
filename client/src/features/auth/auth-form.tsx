import { Button, Stack } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';

/** The frame of the auth forms; it shows the panel's own error messages instead of the browser's. */
export function AuthForm({ onSubmit, children }: Pick<ComponentProps<'form'>, 'onSubmit' | 'children'>) {
  return (
    // Only the page's code submits it. With GET, a browser without the code would put a password into the URL.
    <form method="post" noValidate onSubmit={onSubmit}>
      <Stack gap="4">{children}</Stack>
    </form>
  );
}

/** Switches to another mode of the screen. */
export function ModeButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild variant="outline" size="sm" ms="1">
      <AppLink to={to}>{children}</AppLink>
    </Button>
  );
}
