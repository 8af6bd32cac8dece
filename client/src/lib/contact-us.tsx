import { Button, Flex, type FlexProps, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLifeBuoy, LuMail, LuMessageCircle } from 'react-icons/lu';
import { Link } from 'react-router-dom';
import { commonTexts } from '../i18n/en/common.ts';
import { authPath, newTicketPath } from './paths.ts';
import { usePublicSettings } from './public-settings.ts';
import { useSession } from './session.ts';

interface ContactUsProps extends FlexProps {
  /** The user is blocked: they can't open a ticket, and can't log in. */
  isBlocked?: boolean;
}

/**
 * How to reach the shop: chat and email, if an admin has entered them, and a ticket. It is part of every message that refers to
 * the support.
 */
export function ContactUs({ isBlocked = false, ...props }: ContactUsProps) {
  const t = useStore(commonTexts);
  const settings = usePublicSettings();
  const { signedIn } = useSession();
  if (!settings) return null;
  const { chatUrl, supportEmail } = settings;
  const hasOther = Boolean(chatUrl ?? supportEmail);
  return (
    <Flex gap="2" wrap="wrap" align="center" {...props}>
      {!hasOther && (
        <Text textStyle="sm" color="fg.muted">
          {isBlocked ? t.contactSeller : signedIn ? t.contactByTicket : t.contactByTicketLater}
        </Text>
      )}
      {chatUrl && (
        <Button asChild size="sm" variant="outline">
          <a href={chatUrl} target="_blank" rel="noopener noreferrer">
            <LuMessageCircle aria-hidden /> {t.supportChat}
          </a>
        </Button>
      )}
      {supportEmail && (
        <Button asChild size="sm" variant="outline" maxW="full">
          <a href={mailLink(supportEmail)}>
            <LuMail aria-hidden /> <Text truncate>{supportEmail}</Text>
          </a>
        </Button>
      )}
      {/* A visitor must register to open a ticket, so it is offered only if there is no other way. */}
      {!isBlocked && (signedIn || !hasOther) && (
        <Button asChild size="sm" variant="outline">
          <Link to={signedIn ? newTicketPath() : authPath('login', newTicketPath())}>
            <LuLifeBuoy aria-hidden /> {t.openTicket}
          </Link>
        </Button>
      )}
    </Flex>
  );
}

/** A link that writes to an address, which may contain characters with a meaning in URLs. */
export function mailLink(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
