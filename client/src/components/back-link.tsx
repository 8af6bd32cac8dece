import { Button, type ButtonProps } from '@chakra-ui/react';
import { LuArrowLeft } from 'react-icons/lu';
import { AppLink } from './app-link.tsx';

interface BackLinkProps extends Omit<ButtonProps, 'children'> {
  to: string;
  label: string;
}

/** Leads from a row's page back to its list. */
export function BackLink({ to, label, ...button }: BackLinkProps) {
  return (
    <Button asChild variant="ghost" size="sm" alignSelf="start" ms="-3" {...button}>
      <AppLink to={to}>
        <LuArrowLeft aria-hidden /> {label}
      </AppLink>
    </Button>
  );
}
