import { Code, Grid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { Panel } from '../panel.tsx';

/** A line as typed: digits and links stay Latin in every language. */
export const EXAMPLE = '34 | fb.com/page | 1000';
const PACKAGE_EXAMPLE = '51 | fb.com/page';
const COMMENTED = '72 | fb.com/post';

/** How a line is written, part by part. */
export function FormatHelp() {
  const t = useStore(massOrderTexts);
  const [number = '', link = '', quantity = ''] = EXAMPLE.split(' | ');
  const parts = [
    [number, t.partService],
    [link, t.partLink],
    [quantity, t.partQuantity],
  ] as const;
  return (
    <Panel title={t.howToWrite} order={{ base: '1', xl: '0' }}>
      <Example line={EXAMPLE} />
      <Grid as="dl" templateColumns="auto minmax(0, 1fr)" columnGap="3" rowGap="2" textStyle="sm" alignItems="baseline">
        {parts.map(([part, meaning]) => (
          <Part key={part} part={part} meaning={meaning} />
        ))}
      </Grid>
      <Text textStyle="sm" color="fg.muted">
        {t.packageLine}
      </Text>
      <Example line={PACKAGE_EXAMPLE} />
      <Text textStyle="sm" color="fg.muted">
        {t.commentsLine}
      </Text>
      <Example line={`${COMMENTED} | ${t.exampleComments}`} />
      <Text textStyle="sm" color="fg.muted" borderTopWidth="1px" pt="3">
        {t.formatNote}
      </Text>
    </Panel>
  );
}

function Example({ line }: { line: string }) {
  return (
    <Code size="sm" bg="bg.subtle" px="3" py="2" whiteSpace="pre-wrap" overflowWrap="anywhere" translate="no">
      {line}
    </Code>
  );
}

function Part({ part, meaning }: { part: string; meaning: string }) {
  return (
    <>
      <Text asChild fontFamily="mono" truncate maxW="24">
        <dt translate="no">{part}</dt>
      </Text>
      <Text as="dd" color="fg.muted">
        {meaning}
      </Text>
    </>
  );
}
