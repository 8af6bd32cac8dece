import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuLifeBuoy, LuMail, LuMessageCircle } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { mailLink } from '../../lib/mail-link.ts';
import { authPath, newTicketPath } from '../../lib/paths.ts';
import { usePublicSettings, useShopText } from '../../lib/public-settings.ts';
import { useSession } from '../../lib/session.ts';
import { useShopTexts } from './use-shop-texts.ts';

/** Who runs the shop and how to reach them: its address and chat, if an admin has entered them, and a ticket. */
export function ShopContact() {
  const t = useStore(homeMoreTexts);
  const { name } = useShopTexts();
  const contact = useShopText('contact');
  const settings = usePublicSettings();
  const { signedIn } = useSession();
  return (
    <Stack as="section" aria-label={t.contact({ product: name })} gap="4">
      <Heading as="h2" size="xl">
        {t.contact({ product: name })}
      </Heading>
      <Text color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
        {contact || t.contactText}
      </Text>
      <Stack as="ul" listStyleType="none" gap="0" borderTopWidth="1px">
        {settings?.supportEmail && (
          <Way icon={<LuMail />} label={t.contactEmail}>
            <a href={mailLink(settings.supportEmail)}>{settings.supportEmail}</a>
          </Way>
        )}
        {settings?.chatUrl && (
          <Way icon={<LuMessageCircle />} label={t.contactChat}>
            <a href={settings.chatUrl} target="_blank" rel="noopener noreferrer">
              {t.chat}
            </a>
          </Way>
        )}
        <Way icon={<LuLifeBuoy />} label={t.contactTicket}>
          <AppLink to={signedIn ? newTicketPath() : authPath('login', newTicketPath())}>{t.contactTicketText}</AppLink>
        </Way>
      </Stack>
    </Stack>
  );
}

interface WayProps {
  icon: ReactNode;
  label: string;
  /** A link. */
  children: ReactNode;
}

function Way({ icon, label, children }: WayProps) {
  return (
    <Flex as="li" align="center" gap="3" minH="12" borderBottomWidth="1px">
      <Box color="fg.muted" aria-hidden>
        {icon}
      </Box>
      <Text w="16" flexShrink="0" color="fg.muted" textStyle="sm">
        {label}
      </Text>
      <Flex asChild align="center" flex="1" minW="0" minH="12" fontWeight="semibold" overflowWrap="anywhere">
        {children}
      </Flex>
    </Flex>
  );
}
