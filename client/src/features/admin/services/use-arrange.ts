import { flushSync } from 'react-dom';
import { adminServicesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { reportError } from '../../../lib/errors.ts';
import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import type { RowTasks } from '../use-row-tasks.ts';
import type { Service } from './service.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';
import type { ServiceFilter } from './use-service-filter.ts';

export type Direction = 'up' | 'down';

/** Whether the list shows a category as customers see it, so that positions have a meaning. */
export function canArrange({ category, sort, search, shelf = 'all' }: ServiceFilter): boolean {
  return category !== undefined && sort === 'recommended' && search === undefined && shelf === 'all';
}

/**
 * Moves services up and down in the order that customers see.
 * @param rows the loaded services of one category in that order
 */
export function useArrange(rows: readonly Service[], { category }: ServiceFilter, run: RowTasks['run']) {
  const utils = trpc.useUtils();
  const readAgain = useReadServicesAgain();
  const reorder = trpc.admin.services.reorder.useMutation();
  const reset = trpc.admin.services.resetOrder.useMutation();

  /** The service to swap with; undefined at the end of the loaded rows. */
  const neighbour = ({ id }: Service, direction: Direction) => {
    const place = rows.findIndex((row) => row.id === id);
    return place < 0 ? undefined : rows[direction === 'up' ? place - 1 : place + 1];
  };

  const move = (service: Service, direction: Direction) =>
    run(String(service.id), 'move', async () => {
      const other = neighbour(service, direction);
      if (!other) return;
      try {
        const beside = direction === 'up' ? { before: other.id } : { after: other.id };
        await reorder.mutateAsync({ id: service.id, ...beside });
        await utils.admin.services.list.invalidate();
        void utils.services.invalidate();
      } catch (error) {
        void reportError(adminServicesTexts.get().moveFailed, error);
        await readAgain();
      }
    }).then(() => keepFocus(service, direction));

  const resetOrder = async () => {
    if (!category) return;
    const t = adminServicesTexts.get();
    await runChange({
      question() {
        const { orderResetSure, orderResetSureText, orderResetYes } = adminServicesTexts.get();
        return { title: orderResetSure, text: orderResetSureText, confirmLabel: orderResetYes };
      },
      send: () => reset.mutateAsync({ category }),
      done: () => [t.orderResetDone],
      failed: t.orderFailed,
      refresh: readAgain,
    });
  };

  return {
    canMove: (service: Service, direction: Direction) => neighbour(service, direction) !== undefined,
    move: (service: Service, direction: Direction) => void move(service, direction),
    resetOrder: () => void resetOrder(),
  };
}

/** A moved row keeps the focus, so that the next press moves it again. */
export function keepFocus({ id }: Pick<Service, 'id'>, direction: Direction): void {
  flushSync(() => undefined);
  const other: Direction = direction === 'up' ? 'down' : 'up';
  for (const each of [direction, other]) {
    const button = document.getElementById(moveButtonId(id, each));
    if (button instanceof HTMLButtonElement && !button.disabled) {
      button.focus();
      return;
    }
  }
}

export function moveButtonId(id: number, direction: Direction): string {
  return `move-${direction}-${id}`;
}
