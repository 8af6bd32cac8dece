import { Link, Text } from '@chakra-ui/react';
import { memo } from 'react';
import { isHttpUrl } from '#shared/http-url.ts';

/**
 * Text written by a user, as plain text: markup is displayed as typed, and only web addresses become links. Right-to-left and stacked
 * characters do not affect the page around it.
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
            // Only the index is unique.
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

/** A link ends at white space, quotes, markup, and characters that would make it open another address than displayed. */
const candidate = /https?:\/\/[^\s<>"'\\\p{C}]+/giu;
/** Characters after a link that are not part of it. */
const PUNCTUATION = '.,;:!?)]}।…';

/** Splits a text into plain parts and web addresses; joined they are the text again. */
export function findLinks(text: string): (string | { url: string })[] {
  const parts: (string | { url: string })[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const url = withoutPunctuation(found);
    if (!isHttpUrl(url)) continue;
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ url });
    end = index + url.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** A loop, because a regular expression takes quadratic time for many dots. */
function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && PUNCTUATION.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
