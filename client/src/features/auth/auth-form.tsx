import { Button, Stack } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';

/** The frame of the auth forms; errors are ours, in our words, not the browser's bubbles. */
export function AuthForm({ onSubmit, children }: Pick<ComponentProps<'form'>, 'onSubmit' | 'children'>) {
  return (
    // Sent by the page's code alone; a browser without it must never put a password into an address.
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
