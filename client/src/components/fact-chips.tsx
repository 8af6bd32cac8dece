import { Box } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { factTexts } from '../i18n/en/facts.ts';
import { factWords } from '../lib/fact-words.ts';

/** All that a service promises beside its limits, as chips; nothing if it promises nothing. */
export function FactChips({ service }: { service: Parameters<typeof factWords>[0] }) {
  useStore(factTexts);
  const words = factWords(service);
  if (words.length === 0) return null;
  return (
    <Box as="ul" listStyleType="none" css={looks}>
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </Box>
  );
}

const looks = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1.5',
  '& li': { px: '2', textStyle: 'xs', lineHeight: '1.5rem', bg: 'bg.muted', color: 'fg', borderRadius: 'l1' },
} as const;
