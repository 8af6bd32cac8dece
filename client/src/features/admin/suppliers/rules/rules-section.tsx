import { Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { plainWord, refusalMeanings, statusMeanings } from '#shared/supplier-words.ts';
import { ErrorState } from '../../../../components/error-state.tsx';
import { LoadingStack } from '../../../../components/loading-stack.tsx';
import { refusalMeaningTexts } from '../../../../i18n/en/admin/forwards.ts';
import { statusMeaningTexts, supplierRuleTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { type Outputs, trpc } from '../../../../lib/trpc.ts';
import { useShopCategories } from '../../shop-categories.ts';
import { useAskBeforeLeaving } from '../../use-ask-before-leaving.ts';
import { RulesForm } from './rules-form.tsx';
import { WordTable } from './word-table.tsx';

/** The shop's rules about prices by cost, and its tables of suppliers' words. */
export default function RulesSection() {
  useAskBeforeLeaving();
  const rules = trpc.admin.suppliers.rules.useQuery(undefined, { staleTime: Infinity });
  const failed = rules.error;
  return (
    <Stack gap="6" mt="4">
      {rules.data ? (
        <RulesForm rules={rules.data} />
      ) : failed ? (
        <ErrorState error={failed} onRetry={() => void rules.refetch()} />
      ) : (
        <LoadingStack heights={['20rem']} />
      )}
      <CategoryWords />
      <StatusWords />
      <RefusalWords />
    </Stack>
  );
}

function CategoryWords() {
  const t = useStore(supplierRuleTexts);
  const { options, isLoaded } = useShopCategories();
  const utils = trpc.useUtils();
  const query = trpc.admin.suppliers.categoryWords.useQuery(undefined, { staleTime: Infinity });
  const { mutateAsync } = trpc.admin.suppliers.setCategoryWords.useMutation();
  return (
    <WordTable
      title={t.categoryWords}
      text={t.categoryWordsText}
      meaningLabel={t.category}
      query={query}
      list={isLoaded && query.data ? listOf(query.data) : undefined}
      plain={(word) => word.toLowerCase()}
      options={options}
      readAgain={async () => listOf(await utils.admin.suppliers.categoryWords.fetch(undefined, { staleTime: 0 }))}
      save={async (words, expectedVersion) => {
        const next = words.map(({ word, meaning }) => ({ word, category: meaning }));
        const saved = await mutateAsync({ words: next, expectedVersion });
        utils.admin.suppliers.categoryWords.setData(undefined, saved);
        void utils.admin.suppliers.proposal.invalidate();
        return listOf(saved);
      }}
    />
  );
}

function listOf({ words, version }: Outputs['admin']['suppliers']['categoryWords']) {
  return { words: words.map(({ word, category }) => ({ word, meaning: category })), version };
}

function StatusWords() {
  const t = useStore(supplierRuleTexts);
  const meanings = useStore(statusMeaningTexts);
  const utils = trpc.useUtils();
  const query = trpc.admin.suppliers.statusWords.useQuery();
  const { mutateAsync } = trpc.admin.suppliers.setStatusWords.useMutation();
  return (
    <WordTable
      title={t.statusWords}
      text={t.statusWordsText}
      meaningLabel={t.meaning}
      query={query}
      list={query.data}
      waiting={query.data?.unknown}
      plain={plainWord}
      options={statusMeanings.map((meaning) => [meaning, meanings[meaning]] as const)}
      readAgain={() => utils.admin.suppliers.statusWords.fetch(undefined, { staleTime: 0 })}
      save={async (words, expectedVersion) => {
        const saved = await mutateAsync({ words, expectedVersion });
        utils.admin.suppliers.statusWords.setData(undefined, saved);
        void utils.admin.forwards.invalidate();
        return saved;
      }}
    />
  );
}

const LONGEST_REFUSAL = 200;

function RefusalWords() {
  const t = useStore(supplierRuleTexts);
  const meanings = useStore(refusalMeaningTexts);
  const utils = trpc.useUtils();
  const query = trpc.admin.suppliers.refusalWords.useQuery();
  const suppliers = trpc.admin.suppliers.list.useQuery().data?.items ?? [];
  const { mutateAsync } = trpc.admin.suppliers.setRefusalWords.useMutation();
  /** Words of one supplier are displayed with its name. */
  const lineOf = ({ text, supplierId }: { text: string; supplierId: number | null }) =>
    supplierId === null ? text : `${text} (${suppliers.find(({ id }) => id === supplierId)?.name ?? `#${supplierId}`})`;
  const lines = ({ words, version }: Outputs['admin']['suppliers']['refusalWords']) => ({
    version,
    words: words.map((each) => ({ word: lineOf(each), meaning: each.meaning })),
  });
  return (
    <WordTable
      title={t.refusalWords}
      text={t.refusalWordsText}
      meaningLabel={t.meaning}
      query={query}
      list={query.data && lines(query.data)}
      waiting={query.data?.unknown.map((word) => ({ word }))}
      plain={(typed) => typed.replaceAll(/\s+/g, ' ')}
      longest={LONGEST_REFUSAL}
      options={refusalMeanings.map((meaning) => [meaning, meanings[meaning]] as const)}
      readAgain={async () => lines(await utils.admin.suppliers.refusalWords.fetch(undefined, { staleTime: 0 }))}
      save={async (words, expectedVersion) => {
        const known = new Map(query.data?.words.map((each) => [lineOf(each), each]));
        const next = words.map(({ word, meaning }) => ({ text: word, supplierId: null, ...known.get(word), meaning }));
        const saved = await mutateAsync({ words: next, expectedVersion });
        utils.admin.suppliers.refusalWords.setData(undefined, saved);
        void Promise.all([utils.admin.forwards.invalidate(), utils.admin.suppliers.list.invalidate()]);
        return lines(saved);
      }}
    />
  );
}
