import { useLayoutEffect, useState } from 'react';
import { useIsHydrated } from '../../lib/hydration.ts';
import { deviceStorage } from '../../lib/storage.ts';
import { oneOf, useUrlParam } from '../../lib/url-state.ts';

const views = ['list', 'cards'] as const;
export type View = (typeof views)[number];

/** The script of the page's head reads it before the first paint. */
const KEY = 'servicesView';

/** Rows or cards: as in the URL, else as last chosen on this device. */
export function useView(): [View, (view: View) => void] {
  const [param, setParam] = useUrlParam('view', { replace: true });
  const [chosen, setChosen] = useState(() => oneOf(deviceStorage.read(KEY) ?? '', views));
  const isHydrated = useIsHydrated();
  const view = oneOf(param, views) ?? (isHydrated ? chosen : undefined) ?? 'list';
  // The styles of the list depend on it.
  useLayoutEffect(() => {
    if (isHydrated) document.documentElement.dataset.services = view;
  }, [isHydrated, view]);
  return [
    view,
    (next) => {
      deviceStorage.keep(KEY, next);
      setChosen(next);
      setParam(next === 'list' ? '' : next);
    },
  ];
}
