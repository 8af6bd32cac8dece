import { Link, Text } from '@chakra-ui/react';
import { memo } from 'react';
import { findLinks } from './find-links.ts';

/**
 * What somebody wrote, as text and nothing else: markup is shown as it was typed, and only web addresses can be opened. Its
 * direction and its height stay its own, whatever characters it has.
 */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return (
    <Text
      as="div"
      dir="auto"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      overflow="clip"
      unicodeBidi="isolate"
      css={{ contain: 'paint' }}
    >
      {findLinks(text).map((part, at) =>
        typeof part === 'string' ? (
          part
        ) : (
          <Link
            // Nothing but its place tells one from another.
            key={`${at} ${part.url}`}
            href={part.url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            color="inherit"
            display="inline"
            textDecoration="underline"
            textUnderlineOffset="3px"
          >
            {part.url}
          </Link>
        ),
      )}
    </Text>
  );
});
