import { useStore } from '@nanostores/react';
import { Chip } from '../../../components/filter-chips.tsx';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { useQueueCounts } from '../../../lib/queue-counts.ts';
import { useSetUrlParams, useUrlParam } from '../../../lib/url-state.ts';
import type { Declaration } from '../review-queue/declaration.ts';
import { methodFilter } from '../review-queue/filters.tsx';
import type { Recharge } from './recharge.ts';

const PARAM = 'match';

const { Part: Bar } = lazyWithPreload(() => import('./match-bar.tsx'));

/** The recharges that have a message, beside the statuses. */
function MatchChip({ isOn }: { isOn: boolean }) {
  const { match } = useStore(adminRechargeTexts);
  const count = useQueueCounts()?.recharges.withMessage || undefined;
  const setParams = useSetUrlParams();
  return (
    <Chip isOn={isOn} count={count} onClick={() => setParams({ [PARAM]: isOn ? '' : 'true', status: '' })}>
      {match}
    </Chip>
  );
}

interface RechargeFilter {
  methodId: number | undefined;
  match: true | undefined;
}

/** Filters recharges by payment method, or lists those with a message. */
export const rechargeFilter: Declaration<Recharge, string, string, RechargeFilter>['further'] = {
  ...methodFilter,
  useFilter() {
    const { input, active } = methodFilter.useFilter();
    const isView = useUrlParam(PARAM)[0] === 'true';
    return { input: { ...input, match: isView || undefined }, active, isView };
  },
  View: { Chip: MatchChip, Bar, forgets: PARAM },
};
