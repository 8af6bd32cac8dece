import { Box, Code, Heading, Link, List, Stack, Table, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../components/code-block.tsx';
import { type Document, linkTarget, type Part, textOf } from './documents.ts';

type Block = Document['blocks'][number];

/** A document of the panel's developers. It is English in every language. */
export function DocumentView({ document: { blocks } }: { document: Document }) {
  return (
    <Stack as="section" gap="4" minW="0" borderTopWidth="1px" pt={{ base: '6', md: '8' }}>
      {blocks.map((block, index) => (
        <BlockView key={`${index} ${block.kind}`} block={block} name={nameOf(blocks, index)} />
      ))}
    </Stack>
  );
}

/** The name of a table or of code: the heading above it, with the language, and with a number for a further one. */
function nameOf(blocks: readonly Block[], index: number): string {
  const before = blocks.slice(0, index);
  const title = before.findLast((block) => block.kind === 'heading');
  const suffix = suffixOf(blocks[index]);
  const inSection = before.slice(before.findLastIndex(({ kind }) => kind === 'heading') + 1);
  const number =
    inSection.filter((block) => block.kind === blocks[index]?.kind && suffixOf(block) === suffix).length + 1;
  return `${title ? textOf(title.parts) : ''}${suffix}${number > 1 ? ` ${number}` : ''}`;
}

const suffixOf = (block?: Block) =>
  block?.kind === 'code' ? ` (${languageNames[block.language] ?? block.language})` : '';

function BlockView({ block, name }: { block: Block; name: string }) {
  switch (block.kind) {
    case 'heading':
      return <Title depth={block.depth} id={block.id} parts={block.parts} />;
    case 'paragraph':
      return (
        <Text lineHeight="tall" maxW="prose" overflowWrap="anywhere">
          <Line parts={block.parts} />
        </Text>
      );
    case 'list':
      return (
        <List.Root as={block.isNumbered ? 'ol' : 'ul'} ps="5" gap="2" lineHeight="tall" maxW="prose">
          {block.items.map((parts, index) => (
            <List.Item key={`${index}`} overflowWrap="anywhere">
              <Line parts={parts} />
            </List.Item>
          ))}
        </List.Root>
      );
    case 'code':
      return <CodeBlock code={block.code} name={name} />;
    case 'table':
      return <TableView head={block.head} rows={block.rows} name={name} />;
  }
}

const languageNames: Record<string, string> = {
  ts: 'TypeScript',
  sh: 'shell',
  py: 'Python',
  php: 'PHP',
  json: 'JSON',
  http: 'HTTP',
};

const looks = {
  1: { as: 'h2', size: '2xl', mt: '0' },
  2: { as: 'h3', size: 'xl', mt: '6' },
  3: { as: 'h4', size: 'md', mt: '4' },
} as const;

function Title({ depth, id, parts }: { depth: number; id: string | undefined; parts: readonly Part[] }) {
  const look = looks[depth === 1 || depth === 2 ? depth : 3];
  return (
    <Heading {...look} id={id} scrollMarginTop="24" overflowWrap="anywhere">
      <Line parts={parts} />
    </Heading>
  );
}

/** A cell with more characters needs some width. */
const SHORT_CELL = 20;

/** A table that scrolls sideways on a narrow screen. */
function TableView({ head, rows, name }: { head: readonly Part[][]; rows: readonly Part[][][]; name: string }) {
  return (
    <Table.ScrollArea
      role="region"
      aria-label={name}
      // A keyboard scrolls it.
      tabIndex={0}
      borderWidth="1px"
      borderRadius="l2"
      focusVisibleRing="outside"
    >
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row>
            {head.map((parts, index) => (
              <Table.ColumnHeader key={`${index}`}>
                <Line parts={parts} />
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((cells, row) => (
            <Table.Row key={`${row}`} verticalAlign="top">
              {cells.map((parts, index) => (
                <Table.Cell
                  key={`${index}`}
                  minW={textOf(parts).length > SHORT_CELL ? '14rem' : undefined}
                  whiteSpace={index === 0 ? 'nowrap' : 'normal'}
                >
                  <Line parts={parts} />
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

function Line({ parts }: { parts: readonly Part[] }): ReactNode {
  return parts.map((part, index) => <PartView key={`${index}`} part={part} />);
}

function PartView({ part }: { part: Part }): ReactNode {
  if (typeof part === 'string') return part;
  if ('code' in part) {
    return (
      <Code asChild size="sm" variant="surface" whiteSpace="inherit" overflowWrap="anywhere">
        <code translate="no">{part.code}</code>
      </Code>
    );
  }
  if ('to' in part) {
    const target = linkTarget(part.to);
    if (target === undefined) return <Line parts={part.parts} />;
    return (
      <Link href={target} textDecoration="underline">
        <Line parts={part.parts} />
      </Link>
    );
  }
  if ('strong' in part) {
    return (
      <Box as="strong" fontWeight="semibold">
        <Line parts={part.strong} />
      </Box>
    );
  }
  return (
    <em>
      <Line parts={part.emphasis} />
    </em>
  );
}
