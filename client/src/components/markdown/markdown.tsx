import { Box, Heading, Link, List, Stack, Text } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { AppLink } from '../app-link.tsx';
import type { Block, Inline } from './parse-markdown.ts';

interface MarkdownProps {
  blocks: readonly Block[];
  /** The rank of its main headings on the page. */
  headingRank?: 2 | 3;
}

/** A page's text from the shop's settings. It has elements for its structure and nothing else: no HTML comes from the text. */
export function Markdown({ blocks, headingRank = 2 }: MarkdownProps) {
  return (
    <Stack gap="3" css={{ '& > h2, & > h3, & > h4': { mt: '5' }, '& > :first-of-type': { mt: '0' } }}>
      {blocks.map((block, index) => (
        <BlockView key={`${index} ${block.kind}`} block={block} headingRank={headingRank} />
      ))}
    </Stack>
  );
}

function BlockView({ block, headingRank }: { block: Block; headingRank: number }) {
  if (block.kind === 'heading') {
    const rank = headingRank + block.level - 2;
    return (
      <Heading
        as={`h${rank}` as 'h2'}
        id={block.id}
        size={block.level === 2 ? 'xl' : 'md'}
        scrollMarginTop="24"
        overflowWrap="anywhere"
      >
        <Line parts={block.parts} />
      </Heading>
    );
  }
  if (block.kind === 'paragraph') {
    return (
      <Text lineHeight="tall" overflowWrap="anywhere">
        <Lines lines={block.lines} />
      </Text>
    );
  }
  return (
    <List.Root as={block.isNumbered ? 'ol' : 'ul'} ps="5" gap="2" lineHeight="tall">
      {block.items.map((lines, index) => (
        <List.Item key={`${index}`} overflowWrap="anywhere">
          <Lines lines={lines} />
        </List.Item>
      ))}
    </List.Root>
  );
}

function Lines({ lines }: { lines: readonly Inline[][] }) {
  return lines.map((parts, index) => (
    <Fragment key={`${index}`}>
      {index > 0 && <br />}
      <Line parts={parts} />
    </Fragment>
  ));
}

function Line({ parts }: { parts: readonly Inline[] }): ReactNode {
  return parts.map((part, index) => {
    const key = `${index}`;
    if (part.kind === 'text') return part.text;
    const inner = <Line parts={part.parts} />;
    if (part.kind === 'link') {
      return (
        <TextLink key={key} to={part.to}>
          {inner}
        </TextLink>
      );
    }
    return (
      <Box
        key={key}
        as={part.kind === 'strong' ? 'strong' : 'em'}
        fontWeight={part.kind === 'strong' ? 'semibold' : undefined}
      >
        {inner}
      </Box>
    );
  });
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  const isOwn = to.startsWith('/');
  const isMail = to.startsWith('mailto:');
  return (
    <Link asChild variant="underline" color="brand.fg">
      {isOwn ? (
        <AppLink to={to}>{children}</AppLink>
      ) : (
        <a href={to} {...(isMail ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' })}>
          {children}
        </a>
      )}
    </Link>
  );
}
