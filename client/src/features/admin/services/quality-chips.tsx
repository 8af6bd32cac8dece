import { Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { qualityWords } from '#shared/facts.ts';
import { Chip } from '../../../components/filter-chips.tsx';
import { factQualityTexts, serviceFactsTexts } from '../../../i18n/en/admin/service-facts.ts';
import { qualityIn } from './service-form.ts';

interface QualityChipsProps {
  /** As the form has them: `real,hq`. */
  typed: string;
  disabled?: boolean;
  onChange: (typed: string) => void;
}

/** The words of quality as toggle buttons. */
export function QualityChips({ typed, disabled = false, onChange }: QualityChipsProps) {
  const t = useStore(serviceFactsTexts);
  const words = useStore(factQualityTexts);
  const chosen = qualityIn(typed) ?? [];
  const toggle = (word: (typeof qualityWords)[number]) =>
    onChange(qualityWords.filter((each) => (each === word) !== chosen.includes(each)).join(','));
  return (
    <Stack as="fieldset" gap="2">
      <Text as="legend" textStyle="sm" fontWeight="medium" mb="1.5">
        {t.quality}
      </Text>
      <Flex gap="2" wrap="wrap">
        {qualityWords.map((word) => (
          <Chip key={word} isOn={chosen.includes(word)} disabled={disabled} onClick={() => toggle(word)}>
            {words[word]}
          </Chip>
        ))}
      </Flex>
    </Stack>
  );
}
