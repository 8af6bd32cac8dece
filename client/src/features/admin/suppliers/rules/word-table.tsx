import { Button, Flex, Grid, IconButton, Input, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuX } from 'react-icons/lu';
import { Choice } from '../../../../components/choice.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { LoadingStack } from '../../../../components/loading-stack.tsx';
import { Rows } from '../../../../components/numbered-rows.tsx';
import { supplierRuleTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { errorCodeOf, reportError } from '../../../../lib/errors.ts';
import { formatCount } from '../../../../lib/format.ts';
import { returnFocus } from '../../../../lib/return-focus.ts';
import { showSuccess } from '../../../../lib/toasts/toasts.ts';
import { AsWritten } from '../../as-written.tsx';
import { ConflictNotice } from '../../conflict-notice.tsx';
import { SectionFrame } from '../../settings/section-frame.tsx';
import { useUnsavedChanges } from '../../use-ask-before-leaving.ts';
import { focusedButton } from '../../use-row-tasks.ts';
import { AddWord, type Word } from './add-word.tsx';

interface WordList<Meaning extends string> {
  words: Word<Meaning>[];
  version: string;
}

interface WordTableProps<Meaning extends string> {
  title: string;
  text: string;
  meaningLabel: string;
  query: { error: unknown; refetch: () => unknown };
  /** Undefined until it has loaded. */
  list: WordList<Meaning> | undefined;
  options: readonly (readonly [Meaning, string])[];
  /** Words in no table, and how many orders wait for each. */
  waiting?: readonly { word: string; count?: number }[] | undefined;
  /** The form of a word in the table. */
  plain: (typed: string) => string;
  /** The characters of the longest word; 60 without it. */
  longest?: number;
  /** @throws the error of the call, `settings_changed` if the words have another version */
  save: (words: Word<Meaning>[], expectedVersion: string) => Promise<WordList<Meaning>>;
  /** The words as they are stored now. */
  readAgain: () => Promise<WordList<Meaning>>;
}

/** A table of words and their meanings, which is saved as a whole. Another admin's changes are displayed before it overwrites them. */
export function WordTable<Meaning extends string>(props: WordTableProps<Meaning>) {
  const { title, text, query, list } = props;
  return (
    <SectionFrame title={title} text={text}>
      <Stack px={{ base: '4', md: '6' }} pb={{ base: '4', md: '6' }} gap="4">
        {list ? (
          <Editor {...props} list={list} />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingStack heights={['12rem']} />
        )}
      </Stack>
    </SectionFrame>
  );
}

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

interface Conflict<Meaning extends string> {
  /** The word. */
  field: string;
  was: Meaning | null;
  now: Meaning | null;
}

/** The words that another admin has changed. */
function conflictsOf<Meaning extends string>(seen: Word<Meaning>[], stored: Word<Meaning>[]): Conflict<Meaning>[] {
  const [was, now] = [seen, stored].map((words) => new Map(words.map(({ word, meaning }) => [word, meaning])));
  return [...new Set([...seen, ...stored].map(({ word }) => word))]
    .map((word) => ({ field: word, was: was?.get(word) ?? null, now: now?.get(word) ?? null }))
    .filter((conflict) => conflict.was !== conflict.now);
}

/** A supplier's words may be a whole sentence. */
const wordLook = {
  maxW: 'full',
  h: 'auto',
  minH: '8',
  py: '1',
  whiteSpace: 'normal',
  textAlign: 'start',
  overflowWrap: 'anywhere',
} as const;

function Editor<Meaning extends string>(props: WordTableProps<Meaning> & { list: WordList<Meaning> }) {
  const { title, meaningLabel, list, waiting = [], options, plain, longest = 60, save, readAgain } = props;
  const t = useStore(supplierRuleTexts);
  const [edits, setEdits] = useState<Edits<Meaning>>(new Map());
  /** The edits are changes of these words. The stored ones may have changed since. */
  const [seen, setSeen] = useState(list);
  if (edits.size === 0 && seen.version !== list.version) setSeen(list);
  const [conflicts, setConflicts] = useState<Conflict<Meaning>[] | null>(null);
  const edit = (word: string, meaning: Meaning | null) => setEdits(new Map(edits).set(word, meaning));
  const [isSaving, setSaving] = useState(false);
  const [sought, setSought] = useState('');
  const [typed, setTyped] = useState('');
  useUnsavedChanges(edits.size > 0);
  const words = withEdits(seen.words, edits);
  const needed = waiting.filter(({ word }) => !words.some((each) => each.word === plain(word)));
  const rows = words.filter(({ word }) => word.includes(plain(sought.trim())));

  const submit = async () => {
    returnFocus(focusedButton());
    setSaving(true);
    try {
      setSeen(await save(words, seen.version));
      setConflicts(null);
      // What was changed during the request is not saved yet.
      setEdits((now) => (now === edits ? new Map() : now));
      showSuccess(t.saved, title);
    } catch (error) {
      const isChanged = errorCodeOf(error) === 'settings_changed';
      const now = isChanged ? await readAgain().catch(() => undefined) : undefined;
      if (now) {
        setConflicts(conflictsOf(seen.words, now.words));
        setSeen(now);
      } else void reportError(t.failed, error);
    }
    setSaving(false);
  };

  const nameOf = (meaning: Meaning | null) => options.find(([each]) => each === meaning)?.[1] ?? t.wordNotThere;

  return (
    <>
      {conflicts && (
        <ConflictNotice title={t.wordsChanged} conflicts={conflicts}>
          {({ field, was, now }) => {
            const chosen = edits.get(field);
            return (
              <>
                <strong>
                  <AsWritten>{field}</AsWritten>
                </strong>
                : {nameOf(was)} → {nameOf(now)}
                {chosen !== undefined && chosen !== now && <>, {t.youChose({ text: nameOf(chosen) })}</>}
              </>
            );
          }}
        </ConflictNotice>
      )}
      {needed.length > 0 && (
        <Flex role="group" aria-label={t.wordsWaiting} gap="2" wrap="wrap" align="center">
          <Text textStyle="sm" color="fg.warning">
            {t.wordsWaiting}
          </Text>
          {needed.map(({ word, count }) => (
            <Button key={word} {...wordLook} size="xs" variant="outline" onClick={() => setTyped(word)}>
              <AsWritten>{word}</AsWritten> {count !== undefined && formatCount(count)}
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
        longest={longest}
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
              templateColumns={{ base: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) 18rem auto' }}
              gap={{ base: '1', md: '3' }}
              px="3"
              py="2"
              minH="14"
              alignItems="center"
            >
              <Span overflowWrap="anywhere">
                <AsWritten>{word}</AsWritten>
              </Span>
              <Choice
                // On a phone below the word, so that neither is cut.
                look={{ gridRow: { base: '2', md: 'auto' }, gridColumn: { base: '1 / -1', md: 'auto' } }}
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
