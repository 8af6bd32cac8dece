import { Button, Flex, type FlexProps, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMail, LuMessageCircle } from 'react-icons/lu';
import { commonTexts } from '../i18n/en/common.ts';
import { usePublicSettings } from './public-settings.ts';

/** How to reach the shop, as far as an admin has said so; it stands wherever a screen sends somebody there. */
export function ContactUs(props: FlexProps) {
  const t = useStore(commonTexts);
  const settings = usePublicSettings();
  if (!settings) return null;
  const { chatUrl, supportEmail } = settings;
  if (!chatUrl && !supportEmail) return <NoContactYet {...props} />;
  return (
    <Flex gap="2" wrap="wrap" {...props}>
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
    </Flex>
  );
}

/** The one place for what is said where neither chat nor mail is known. */
function NoContactYet(props: FlexProps) {
  const t = useStore(commonTexts);
  return (
    <Flex {...props}>
      <Text textStyle="sm" color="fg.muted">
        {t.contactMissing}
      </Text>
    </Flex>
  );
}

/** An address may hold what would begin the parts of a link. */
function mailLink(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
