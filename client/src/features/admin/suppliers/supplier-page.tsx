import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Suspense, useState } from 'react';
import { LuBan, LuUnplug } from 'react-icons/lu';
import { useParams } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { AsWritten } from '../as-written.tsx';
import { BackLink, MissingRecord } from '../record-parts.tsx';
import { hostOf, type Supplier } from './supplier.ts';
import { SupplierActions } from './supplier-actions.tsx';
import { SupplierFacts } from './supplier-facts.tsx';
import { useSupplierChanges } from './use-supplier-changes.ts';

const { Part: SupplierDialog } = lazyWithPreload(() => import('./supplier-dialog.tsx'));
const { Part: ProposalSection } = lazyWithPreload(() => import('./catalogue/proposal-section.tsx'));
const { Part: BooksSection } = lazyWithPreload(() => import('./books-section.tsx'));
const { Part: QualitySection } = lazyWithPreload(() => import('./quality-section.tsx'));
const { Part: CallsSection } = lazyWithPreload(() => import('./calls-section.tsx'));

const tabs = ['catalogue', 'quality', 'books', 'calls'] as const;

/** One supplier: its figures, the proposal of its list, its quality, its books and its calls. */
export default function SupplierPage() {
  const t = useStore(supplierTexts);
  const id = parseId(useParams().id ?? '');
  const query = trpc.admin.suppliers.get.useQuery({ id: id ?? 0 }, { enabled: id !== null, refetchInterval: POLL_MS });
  const supplier = query.data;
  usePageMeta(supplier?.name ?? t.supplier);
  return (
    <Stack gap="2">
      <BackLink to={paths.suppliers} label={t.heading} />
      {supplier ? (
        <Contents key={supplier.id} supplier={supplier} />
      ) : query.isLoading ? (
        <LoadingStack heights={['4rem', '8rem', '3rem', '20rem']} />
      ) : (
        <MissingRecord
          nouns={{ title: t.supplier, one: t.oneSupplier, many: t.heading }}
          listPath={paths.suppliers}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
    </Stack>
  );
}

function Contents({ supplier }: { supplier: Supplier }) {
  const t = useStore(supplierTexts);
  const changes = useSupplierChanges();
  const [isEdited, setEdited] = useState(false);
  const [tabParam] = useUrlParam('tab');
  const tab = oneOf(tabParam, tabs) ?? 'catalogue';
  const { name, url, stopped, unreachableSince } = supplier;
  return (
    <Stack gap="6">
      <Flex as="header" gap="4" align="center" wrap="wrap" justify="space-between">
        <Stack gap="0" minW="0">
          <Flex gap="3" align="center" wrap="wrap">
            <Heading as="h1" size={{ base: '2xl', md: '3xl' }} overflowWrap="anywhere" dir="auto">
              {name}
            </Heading>
            {(stopped || unreachableSince) && (
              <StatusBadge tone="red" icon={stopped ? <LuBan /> : <LuUnplug />}>
                {stopped ? t.stopped : t.silent}
              </StatusBadge>
            )}
          </Flex>
          <Text color="fg.muted" overflowWrap="anywhere">
            <AsWritten>{hostOf(url)}</AsWritten>
          </Text>
        </Stack>
        <SupplierActions supplier={supplier} changes={changes} onEdit={() => setEdited(true)} />
      </Flex>
      <SupplierFacts supplier={supplier} />
      <Stack gap="4">
        <FilterChips
          param="tab"
          label={t.tabs}
          unchosen="catalogue"
          alsoForgets={['change', 'q']}
          options={[
            { value: 'catalogue', label: t.tabCatalogue },
            { value: 'quality', label: t.tabQuality },
            { value: 'books', label: t.tabBooks },
            { value: 'calls', label: t.tabCalls },
          ]}
        />
        <LazyBoundary>
          {tab === 'catalogue' && <ProposalSection supplier={supplier} />}
          {tab === 'quality' && <QualitySection supplier={supplier} />}
          {tab === 'books' && <BooksSection supplier={supplier} />}
          {tab === 'calls' && <CallsSection supplier={supplier} />}
        </LazyBoundary>
      </Stack>
      <Suspense>{isEdited && <SupplierDialog supplier={supplier} onClose={() => setEdited(false)} />}</Suspense>
    </Stack>
  );
}
