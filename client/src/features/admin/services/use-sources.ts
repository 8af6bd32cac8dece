import { useState } from 'react';
import { sourceTexts } from '../../../i18n/en/admin/supplier-catalogue.ts';
import { reportError } from '../../../lib/errors.ts';
import { confirm, showSuccess } from '../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

export type Sourcing = Outputs['admin']['services']['sources'];
export type Source = Sourcing['sources'][number];
export type SourceKey = Pick<Source, 'supplierId' | 'externalId'>;

/**
 * The sources of a service and their changes; each is saved as the whole list.
 * @param onChanged runs after each change, which may have changed the service's price and fields
 */
export function useSources(serviceId: number, onChanged: () => Promise<void>) {
  const utils = trpc.useUtils();
  const readServicesAgain = useReadServicesAgain();
  const query = trpc.admin.services.sources.useQuery({ id: serviceId });
  const saving = trpc.admin.services.setSources.useMutation();
  const resuming = trpc.admin.services.resumeSource.useMutation();
  const pricing = trpc.admin.services.setPriceRule.useMutation();
  const [isPending, setPending] = useState(false);
  const sources = query.data?.sources ?? [];

  /** @returns whether it was done */
  const run = async (change: () => Promise<Sourcing>, done: string, failed: string): Promise<boolean> => {
    setPending(true);
    try {
      utils.admin.services.sources.setData({ id: serviceId }, await change());
      void utils.admin.suppliers.quality.invalidate({ serviceId });
      // Without an answer the next save reports the conflict.
      await onChanged().catch(() => {});
      showSuccess(done);
      return true;
    } catch (error) {
      void reportError(failed, error);
      await utils.admin.services.sources.invalidate({ id: serviceId });
      return false;
    } finally {
      setPending(false);
      void readServicesAgain();
    }
  };

  const save = (next: readonly SourceKey[]) => {
    const t = sourceTexts.get();
    const keys = next.map(({ supplierId, externalId }) => ({ supplierId, externalId }));
    return run(() => saving.mutateAsync({ id: serviceId, sources: keys }), t.saved, t.addFailed);
  };

  return {
    query,
    isPending,
    add: (source: SourceKey) => save([...sources, source]),
    move(source: Source, by: 1 | -1) {
      const at = sources.indexOf(source);
      const rest = sources.filter((each) => each !== source);
      return save(rest.toSpliced(at + by, 0, source));
    },
    async remove(source: Source) {
      const isLast = sources.length === 1;
      if (isLast && !(await confirm(() => lastQuestion()))) return false;
      return save(sources.filter((each) => each !== source));
    },
    /** @param marginPercent the service's own margin; null for the supplier's or the shop's */
    followCost(marginPercent: number | null) {
      const t = sourceTexts.get();
      const input = { id: serviceId, byRule: true, marginPercent };
      return run(() => pricing.mutateAsync(input), t.priceSaved, t.priceFailed);
    },
    fixPrice() {
      const t = sourceTexts.get();
      return run(() => pricing.mutateAsync({ id: serviceId, byRule: false }), t.priceSaved, t.priceFailed);
    },
    resume({ supplierId, externalId }: Source) {
      const t = sourceTexts.get();
      const input = { id: serviceId, supplierId, externalId };
      return run(() => resuming.mutateAsync(input), t.resumed, t.resumeFailed);
    },
  };
}

function lastQuestion() {
  const t = sourceTexts.get();
  return { title: t.removeAsk, text: t.removeText, confirmLabel: t.removeYes };
}
