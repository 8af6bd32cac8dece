import { shopCategoriesTexts } from '../../../i18n/en/admin/shop-categories.ts';
import { reportError } from '../../../lib/errors.ts';
import { localName } from '../../../lib/local-name.ts';
import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import { keepFocus } from '../services/use-arrange.ts';
import { useReadServicesAgain } from '../services/use-read-services-again.ts';
import type { ShopCategory } from '../shop-categories.ts';
import { useRowTasks } from '../use-row-tasks.ts';
import { type Direction, movedIds } from './tree.ts';

/** Moves, hides and shows categories, row by row. */
export function useCategoryChanges(all: readonly ShopCategory[]) {
  const utils = trpc.useUtils();
  const readAgain = useReadServicesAgain();
  const reorder = trpc.admin.categories.reorder.useMutation();
  const hide = trpc.admin.categories.setHidden.useMutation();
  const { pending, run } = useRowTasks();

  const move = (category: ShopCategory, direction: Direction) =>
    run(String(category.id), 'move', async () => {
      const ids = movedIds(category, direction, all);
      if (!ids) return;
      try {
        utils.admin.categories.list.setData(undefined, await reorder.mutateAsync({ ids }));
        void utils.services.invalidate();
      } catch (error) {
        void reportError(shopCategoriesTexts.get().moveFailed, error);
        await readAgain();
      }
    }).then(() => keepFocus(category, direction));

  const setHidden = (category: ShopCategory, hidden: boolean) => {
    const t = shopCategoriesTexts.get();
    const name = localName(category);
    return runChange({
      ...(hidden && {
        question() {
          const { hideSure, hideText, hideYes } = shopCategoriesTexts.get();
          return {
            title: hideSure({ name }),
            text: hideText({ count: category.services }),
            confirmLabel: hideYes,
          };
        },
      }),
      within: (work) => run(String(category.id), 'hide', work),
      send: () => hide.mutateAsync({ id: category.id, hidden }),
      done: () => [hidden ? t.hideDone : t.showDone, name],
      failed: hidden ? t.hideFailed : t.showFailed,
      refresh: readAgain,
    });
  };

  return {
    pending,
    move: (category: ShopCategory, direction: Direction) => void move(category, direction),
    setHidden: (category: ShopCategory, hidden: boolean) => void setHidden(category, hidden),
  };
}
