import { Button, Flex, Grid, IconButton, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuListFilter, LuX } from 'react-icons/lu';
import { Choice } from '../../components/choice.tsx';
import { factTexts } from '../../i18n/en/facts.ts';
import { countryName, startWords } from '../../lib/fact-words.ts';
import { useSetUrlParams } from '../../lib/url-state.ts';
import { choices, type Fact, type FactChoice, facts } from './fact-choice.ts';

const PANEL_ID = 'fact-filters';

interface FilterButtonProps {
  chosen: FactChoice;
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens the filters; in another colour while one is on. */
export function FilterButton({ chosen, isOpen, onToggle }: FilterButtonProps) {
  const t = useStore(factTexts);
  return (
    <IconButton
      variant="outline"
      borderColor="border.field"
      color={facts.some((name) => chosen[name]) ? 'brand.fg' : 'fg'}
      bg={isOpen ? 'bg.muted' : undefined}
      aria-label={t.filters}
      title={t.filters}
      aria-expanded={isOpen}
      aria-controls={isOpen ? PANEL_ID : undefined}
      onClick={onToggle}
    >
      <LuListFilter aria-hidden />
    </IconButton>
  );
}

/** The filters while they are open, and those that are on as chips. */
export function FactFilters({ chosen, isOpen }: { chosen: FactChoice; isOpen: boolean }) {
  const t = useStore(factTexts);
  const setParams = useSetUrlParams();
  const on = facts.filter((name) => chosen[name]);
  if (!isOpen && on.length === 0) return null;
  const any = { refill: t.anyRefill, start: t.anyStart, country: t.anyCountry };
  return (
    <Flex direction="column" gap="2" pt={{ base: '1', md: '0' }} pb="2">
      {isOpen && (
        <Grid
          id={PANEL_ID}
          role="group"
          aria-label={t.filters}
          gap="2"
          templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 15rem))' }}
        >
          {facts.map((name) => (
            <Choice
              key={name}
              aria-label={any[name]}
              look={{ size: 'md' }}
              value={chosen[name] ?? ''}
              onChange={(value) => setParams({ [name]: value })}
              options={[['', any[name]], ...choices[name].map((value) => [value, wordsOf(name, value)] as const)]}
            />
          ))}
        </Grid>
      )}
      {on.length > 0 && (
        <Flex gap="2" wrap="wrap" align="center">
          {on.map((name) => {
            const filter = wordsOf(name, chosen[name] ?? '');
            return (
              <Button
                key={name}
                variant="outline"
                size="sm"
                h={{ base: '11', md: '9' }}
                px="3"
                borderRadius="selector"
                aria-label={t.remove({ filter })}
                onClick={() => setParams({ [name]: '' })}
              >
                <Span>{filter}</Span> <LuX aria-hidden />
              </Button>
            );
          })}
          <Button
            variant="plain"
            size="sm"
            h={{ base: '11', md: '9' }}
            px="1"
            textDecoration="underline"
            onClick={() => setParams(Object.fromEntries(on.map((name) => [name, ''])))}
          >
            {t.clear}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}

/** "Refill 30 days or more", "Starts within 6 h", "Bangladesh". */
function wordsOf(name: Fact, value: string): string {
  if (name === 'country') return countryName(value);
  return name === 'start' ? startWords(Number(value) * 60) : factTexts.get().refillFrom({ count: Number(value) });
}
