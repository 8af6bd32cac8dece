import { Box, Flex, type FlexProps, Link } from '@chakra-ui/react';
import { LuExternalLink } from 'react-icons/lu';
import { isHttpUrl } from '../../../../../shared/http-url.ts';

/** What an order is for: an address opens in a new tab that learns nothing of the panel, a user name is only text. */
export function OrderLink({ link, ...rest }: { link: string } & Pick<FlexProps, 'maxW' | 'minW'>) {
  if (!isHttpUrl(link)) {
    return (
      <Box {...rest} truncate title={link}>
        {link}
      </Box>
    );
  }
  return (
    <Flex {...rest} minW="0" justify={{ base: 'end', md: 'start' }}>
      <Link
        href={link}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={link}
        minW="0"
        colorPalette="blue"
        variant="underline"
      >
        <Box as="span" truncate>
          {link.replace(/^https?:\/\/(www\.)?/i, '')}
        </Box>
        <LuExternalLink aria-label="opens in a new tab" style={{ flexShrink: 0 }} />
      </Link>
    </Flex>
  );
}
