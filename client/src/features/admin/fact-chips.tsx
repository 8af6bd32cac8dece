import { Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReadFactsOut } from '#shared/facts.ts';
import { serviceFactsTexts } from '../../i18n/en/admin/service-facts.ts';
import { factWords } from './services/fact-words.ts';

interface FactChipsProps {
  facts: ReadFactsOut;
  /** Whether the words that each fact comes from stand in it, and not only in its title. */
  withWords?: boolean;
}

/** Facts that texts say, each with the words that it comes from. */
export function FactChips({ facts, withWords = false }: FactChipsProps) {
  const t = useStore(serviceFactsTexts);
  return (
    <Flex as="ul" listStyleType="none" gap="1" wrap="wrap" minW="0" whiteSpace="normal">
      {facts.map((each) => (
        <Span
          as="li"
          key={each.fact}
          title={t.readFrom({ words: each.words })}
          px="1.5"
          borderWidth="1px"
          borderRadius="l1"
          textStyle="xs"
          overflowWrap="anywhere"
        >
          {factWords(each)}
          {withWords && (
            <Span color="fg.muted" translate="no">
              {' '}
              “{each.words}”
            </Span>
          )}
        </Span>
      ))}
    </Flex>
  );
}
