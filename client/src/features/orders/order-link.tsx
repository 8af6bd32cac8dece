import { Link, Text } from '@chakra-ui/react';

/**
 * What an order is for: an address opens in a new tab, which learns nothing of this one; a user name is plain text. Only
 * http and https become links, whatever is stored.
 */
export function OrderLink({ link, isWhole = false }: { link: string; isWhole?: boolean }) {
  const look = isWhole ? { overflowWrap: 'anywhere' as const } : { truncate: true };
  if (!/^https?:\/\//i.test(link)) {
    return (
      <Text as="span" minW="0" {...look}>
        {link}
      </Text>
    );
  }
  return (
    <Link
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow"
      display="inline-block"
      py={{ base: '2', md: '1' }}
      my={{ base: '-1', md: '-0.5' }}
      minW="0"
      color="inherit"
      textDecoration="underline"
      title={link}
      {...look}
    >
      {isWhole ? link : link.replace(/^https?:\/\/(www\.)?/i, '')}
    </Link>
  );
}
