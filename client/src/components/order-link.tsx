import { Box, type BoxProps, Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuExternalLink } from 'react-icons/lu';
import { isHttpUrl } from '#shared/http-url.ts';
import { commonTexts } from '../i18n/en/common.ts';

interface OrderLinkProps extends Pick<BoxProps, 'maxW'> {
  link: string;
  /** Shows it on several lines, complete unless it is very long. */
  isWhole?: boolean;
}

/** Longer links are cut, so that the rest of the page stays visible. */
const LONG = 200;
const clamped = { lineClamp: 4 };

/**
 * The link of an order. A web address opens in a new tab without referrer or opener; a user name is plain text. Only safe addresses
 * become links.
 */
export function OrderLink({ link, isWhole = false, maxW = 'full' }: OrderLinkProps) {
  const t = useStore(commonTexts);
  const isClamped = isWhole && link.length > LONG;
  const look = isWhole ? { overflowWrap: 'anywhere' as const, ...(isClamped && clamped) } : { truncate: true };
  if (!isHttpUrl(link)) {
    return (
      <Box as="span" display="block" minW="0" maxW={maxW} title={link} {...look}>
        {link}
      </Box>
    );
  }
  return (
    <Link
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={link}
      // On several lines the icon follows the last word; on one line it stays visible.
      display={isWhole && !isClamped ? 'inline' : 'inline-flex'}
      alignItems="center"
      gap="1"
      minW="0"
      maxW={maxW}
      py={{ base: '2', md: '1' }}
      my={{ base: '-2', md: '-1' }}
      color="inherit"
      textDecoration="underline"
      textDecorationColor="border.field"
      textUnderlineOffset="3px"
      _hover={{ textDecorationColor: 'currentcolor' }}
    >
      <Box as="span" minW="0" {...look}>
        {isWhole ? link : link.replace(/^https?:\/\/(www\.)?/i, '')}
      </Box>
      <Box
        as="span"
        flexShrink="0"
        fontSize="0.85em"
        color="fg.muted"
        {...(isWhole && { display: 'inline-block', ms: '1', verticalAlign: '-0.1em' })}
      >
        <LuExternalLink aria-label={t.opensInNewTab} />
      </Box>
    </Link>
  );
}
