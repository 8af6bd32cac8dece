import { Button, Flex, Grid, IconButton, Input, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useId, useState } from 'react';
import { LuPlus, LuX } from 'react-icons/lu';
import { Choice } from '../../../../components/choice.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { TextField } from '../../../../components/fields.tsx';
import { LoadingStack } from '../../../../components/loading-stack.tsx';
import { Rows } from '../../../../components/numbered-rows.tsx';
import { supplierRuleTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { reportError } from '../../../../lib/errors.ts';
import { formatCount } from '../../../../lib/format.ts';
import { showSuccess } from '../../../../lib/toasts/toasts.ts';
import { AsWritten } from '../../as-written.tsx';
import { SectionFrame } from '../../settings/section-frame.tsx';
import { useUnsavedChanges } from '../../use-ask-before-leaving.ts';

interface Word<Meaning extends string> {
  word: string;
  meaning: Meaning;
}

interface WordTableProps<Meaning extends string> {
  title: string;
  text: string;
  meaningLabel: string;
  query: { error: unknown; refetch: () => unknown };
  /** Undefined until they have loaded. */
  words: Word<Meaning>[] | undefined;
  options: readonly (readonly [Meaning, string])[];
  /** Words in no table, and how many orders wait for each. */
  waiting?: readonly { word: string; count: number }[] | undefined;
  /** The form of a word in the table. */
  plain: (typed: string) => string;
  save: (words: Word<Meaning>[]) => Promise<void>;
}

/** A table of words and their meanings, which is saved as a whole. */
export function WordTable<Meaning extends string>(props: WordTableProps<Meaning>) {
  const { title, text, query, words } = props;
  return (
    <SectionFrame title={title} text={text}>
      <Stack px={{ base: '4', md: '6' }} pb={{ base: '4', md: '6' }} gap="4">
        {words ? (
          <Editor {...props} words={words} />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingStack heights={['12rem']} />
        )}
      </Stack>
    </SectionFrame>
  );
}

const LONGEST_WORD = 60;

/** What is not saved yet: a word and its meaning, or null for one that is removed. */
type Edits<Meaning extends string> = ReadonlyMap<string, Meaning | null>;

/** New words come first, the last one at the top. */
function withEdits<Meaning extends string>(stored: Word<Meaning>[], edits: Edits<Meaning>): Word<Meaning>[] {
  const left = new Map<string, Meaning | null>(stored.map(({ word, meaning }) => [word, meaning]));
  const added = [...edits.keys()].filter((word) => !left.has(word)).toReversed();
  for (const [word, meaning] of edits) left.set(word, meaning);
  return [...added, ...stored.map(({ word }) => word)].flatMap((word) => {
    const meaning = left.get(word) ?? null;
    return meaning === null ? [] : [{ word, meaning }];
  });
}

function Editor<Meaning extends string>(props: WordTableProps<Meaning> & { words: Word<Meaning>[] }) {
  const { title, meaningLabel, words: stored, waiting = [], options, plain, save } = props;
  const t = useStore(supplierRuleTexts);
  const [edits, setEdits] = useState<Edits<Meaning>>(new Map());
  const edit = (word: string, meaning: Meaning | null) => setEdits(new Map(edits).set(word, meaning));
  const [isSaving, setSaving] = useState(false);
  const [sought, setSought] = useState('');
  const [typed, setTyped] = useState('');
  useUnsavedChanges(edits.size > 0);
  const words = withEdits(stored, edits);
  const needed = waiting.filter(({ word }) => !words.some((each) => each.word === plain(word)));
  const rows = words.filter(({ word }) => word.includes(plain(sought.trim())));

  const submit = async () => {
    setSaving(true);
    try {
      await save(words);
      // What was changed during the request is not saved yet.
      setEdits((now) => (now === edits ? new Map() : now));
      showSuccess(t.saved, title);
    } catch (error) {
      void reportError(t.failed, error);
    }
    setSaving(false);
  };

  return (
    <>
      {needed.length > 0 && (
        <Flex role="group" aria-label={t.wordsWaiting} gap="2" wrap="wrap" align="center">
          <Text textStyle="sm" color="fg.warning">
            {t.wordsWaiting}
          </Text>
          {needed.map(({ word, count }) => (
            <Button key={word} size="xs" variant="outline" onClick={() => setTyped(word)}>
              <AsWritten>{word}</AsWritten> {formatCount(count)}
            </Button>
          ))}
        </Flex>
      )}
      <AddWord
        typed={typed}
        setTyped={setTyped}
        meaningLabel={meaningLabel}
        options={options}
        plain={plain}
        isKnown={(word) => words.some((each) => each.word === word)}
        onAdd={({ word, meaning }) => edit(word, meaning)}
      />
      <Input
        type="search"
        maxW="sm"
        aria-label={`${title}: ${t.wordsFilter}`}
        placeholder={t.wordsFilter}
        autoComplete="off"
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      {rows.length === 0 ? (
        <Text color="fg.muted">{t.wordsNone}</Text>
      ) : (
        <Rows label={`${title}: ${t.wordsList}`} rows={rows}>
          {({ word, meaning }) => (
            <Grid
              templateColumns={{ base: 'minmax(0, 1fr) minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) 12rem auto' }}
              gap={{ base: '2', sm: '3' }}
              px="3"
              minH="14"
              alignItems="center"
            >
              <Span overflowWrap="anywhere">
                <AsWritten>{word}</AsWritten>
              </Span>
              <Choice
                aria-label={t.meaningOf({ word })}
                value={meaning}
                options={options}
                onChange={(value) => {
                  const next = options.find(([each]) => each === value)?.[0];
                  if (next) edit(word, next);
                }}
              />
              <IconButton
                size="sm"
                variant="ghost"
                aria-label={t.removeWord({ word })}
                onClick={() => edit(word, null)}
              >
                <LuX />
              </IconButton>
            </Grid>
          )}
        </Rows>
      )}
      <Flex>
        <Button
          colorPalette="brand"
          disabled={edits.size === 0}
          loading={isSaving}
          loadingText={t.saving}
          aria-label={`${t.save}: ${title}`}
          onClick={() => void submit()}
        >
          {t.save}
        </Button>
      </Flex>
    </>
  );
}

interface AddWordProps<Meaning extends string> {
  typed: string;
  setTyped: (typed: string) => void;
  meaningLabel: string;
  options: readonly (readonly [Meaning, string])[];
  plain: (typed: string) => string;
  isKnown: (word: string) => boolean;
  onAdd: (word: Word<Meaning>) => void;
}

function AddWord<Meaning extends string>(props: AddWordProps<Meaning>) {
  const { typed, setTyped, meaningLabel, options, plain, isKnown, onAdd } = props;
  const t = useStore(supplierRuleTexts);
  const [meaning, setMeaning] = useState(options[0]?.[0]);
  const [problem, setProblem] = useState<string>();
  const meaningId = useId();

  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const word = plain(typed.trim());
    const wrong = problemOf(word, isKnown(word));
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
      templateColumns={{ base: '1fr', md: 'minmax(0, 20rem) minmax(0, 14rem) auto' }}
      onSubmit={add}
    >
      <TextField
        label={t.word}
        autoComplete="off"
        maxLength={LONGEST_WORD}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={problem === undefined ? undefined : { type: 'custom', message: problem }}
      />
      <Stack gap="1.5">
        <label htmlFor={meaningId}>
          <Text as="span" textStyle="sm" fontWeight="medium">
            {meaningLabel}
          </Text>
        </label>
        <Choice
          id={meaningId}
          look={{ size: 'md' }}
          value={meaning ?? ''}
          options={options}
          onChange={(value) => setMeaning(options.find(([each]) => each === value)?.[0])}
        />
      </Stack>
      <Button type="submit" variant="outline" justifySelf="start">
        <LuPlus aria-hidden /> {t.addWord}
      </Button>
    </Grid>
  );
}

function problemOf(word: string, isKnown: boolean): string | undefined {
  const t = supplierRuleTexts.get();
  if (word === '') return t.wordMissing;
  if (word.length > LONGEST_WORD) return t.wordTooLong;
  return isKnown ? t.wordIsThere : undefined;
}
