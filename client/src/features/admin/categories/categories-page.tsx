import { Box, Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { LuLayoutGrid, LuPlus } from 'react-icons/lu';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { shopCategoriesTexts } from '../../../i18n/en/admin/shop-categories.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { ShopCategory } from '../shop-categories.ts';
import { CategoryRow } from './category-row.tsx';
import { useCategoryChanges } from './use-category-changes.ts';

const loadDialog = () => import('./category-dialog.tsx');
const CategoryDialog = lazy(loadDialog);
const MergeDialog = lazy(() => import('./merge-dialog.tsx'));

type Opened = { add: ShopCategory | null } | { edit: ShopCategory } | { merge: ShopCategory };

/** The shop's categories in two levels: tops, and kinds in them. */
export default function CategoriesPage() {
  const t = useStore(shopCategoriesTexts);
  const { data, error, refetch } = trpc.admin.categories.list.useQuery();
  const all = data?.items ?? [];
  const [opened, setOpened] = useState<Opened | null>(null);
  const changes = useCategoryChanges(all);
  usePreloadOnIntent(loadDialog);
  const close = () => setOpened(null);
  const handlers = {
    ...changes,
    edit: (category: ShopCategory) => setOpened({ edit: category }),
    addKind: (top: ShopCategory) => setOpened({ add: top }),
    merge: (category: ShopCategory) => setOpened({ merge: category }),
  };
  return (
    <>
      <PageHeading
        title={t.heading}
        text={t.headingText}
        count={data === undefined ? undefined : t.count({ count: all.length })}
      >
        <Button colorPalette="brand" onClick={() => setOpened({ add: null })}>
          <LuPlus aria-hidden /> {t.addTop}
        </Button>
      </PageHeading>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingStack heights={Array.from({ length: 8 }, () => '3rem')} />}
      {data && all.length === 0 && <EmptyState icon={<LuLayoutGrid />} title={t.none} />}
      {all.length > 0 && (
        <Box as="ul" aria-label={t.heading} listStyleType="none" borderWidth="1px" borderRadius="l3" overflow="hidden">
          {all.map((category) => (
            <CategoryRow key={category.id} category={category} all={all} handlers={handlers} />
          ))}
        </Box>
      )}
      <Suspense>
        {opened && 'add' in opened && <CategoryDialog top={opened.add} all={all} onClose={close} />}
        {opened && 'edit' in opened && <CategoryDialog category={opened.edit} all={all} onClose={close} />}
        {opened && 'merge' in opened && <MergeDialog from={opened.merge} all={all} onClose={close} />}
      </Suspense>
    </>
  );
}
