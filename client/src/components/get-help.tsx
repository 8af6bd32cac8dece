import { Button, type ButtonProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLifeBuoy } from 'react-icons/lu';
import { helpTexts } from '../i18n/en/tickets.ts';
import { newTicketPath, type TicketAbout } from '../lib/paths.ts';
import { AppLink } from './app-link.tsx';

interface GetHelpProps extends Omit<ButtonProps, 'about' | 'children'> {
  about: TicketAbout;
  /** In a row, which has only room for an icon. */
  iconOnly?: boolean;
}

/** Leads from an order or a recharge to a ticket about it. */
export function GetHelp({ about, iconOnly = false, ...button }: GetHelpProps) {
  const t = useStore(helpTexts);
  const name = 'orderId' in about ? t.order : t.recharge;
  return (
    <Button asChild variant="outline" {...button}>
      <AppLink to={newTicketPath(about)} aria-label={name} title={name}>
        <LuLifeBuoy aria-hidden /> {!iconOnly && t.short}
      </AppLink>
    </Button>
  );
}
