import { Button, Grid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { LuPlus } from 'react-icons/lu';
import { Choice } from '../../../../components/choice.tsx';
import { FieldFrame, TextField } from '../../../../components/fields.tsx';
import { supplierRuleTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';

/** A word in a table, and its meaning. */
export interface Word<Meaning extends string> {
  word: string;
  meaning: Meaning;
}

interface AddWordProps<Meaning extends string> {
  typed: string;
  setTyped: (typed: string) => void;
  meaningLabel: string;
  options: readonly (readonly [Meaning, string])[];
  plain: (typed: string) => string;
  /** The characters of the longest word. */
  longest: number;
  isKnown: (word: string) => boolean;
  onAdd: (word: Word<Meaning>) => void;
}

/** The form of a new word in a table. */
export function AddWord<Meaning extends string>(props: AddWordProps<Meaning>) {
  const { typed, setTyped, meaningLabel, options, plain, longest, isKnown, onAdd } = props;
  const t = useStore(supplierRuleTexts);
  const [meaning, setMeaning] = useState(options[0]?.[0]);
  const [problem, setProblem] = useState<string>();

  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const word = plain(typed.trim());
    const wrong = problemOf(word, isKnown(word), longest);
    setProblem(wrong);
    if (wrong || !meaning) return;
    onAdd({ word, meaning });
    setTyped('');
  };

  return (
    <Grid
      as="form"
      gap="3"
      alignItems="end"
      templateColumns={{ base: '1fr', md: 'minmax(0, 20rem) minmax(0, 20rem) auto' }}
      onSubmit={add}
    >
      <TextField
        label={t.word}
        autoComplete="off"
        maxLength={longest}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={problem === undefined ? undefined : { type: 'custom', message: problem }}
      />
      <FieldFrame label={meaningLabel}>
        <Choice
          look={{ size: 'md' }}
          value={meaning ?? ''}
          options={options}
          onChange={(value) => setMeaning(options.find(([each]) => each === value)?.[0])}
        />
      </FieldFrame>
      <Button type="submit" variant="outline" justifySelf="start">
        <LuPlus aria-hidden /> {t.addWord}
      </Button>
    </Grid>
  );
}

function problemOf(word: string, isKnown: boolean, longest: number): string | undefined {
  const t = supplierRuleTexts.get();
  if (word === '') return t.wordMissing;
  if (word.length > longest) return t.wordTooLong({ count: longest });
  return isKnown ? t.wordIsThere : undefined;
}
