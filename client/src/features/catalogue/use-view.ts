import { useLayoutEffect, useState } from 'react';
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
  const view = oneOf(param, views) ?? chosen ?? 'list';
  // The styles of the list depend on it.
  useLayoutEffect(() => void (document.documentElement.dataset.services = view), [view]);
  return [
    view,
    (next) => {
      deviceStorage.keep(KEY, next);
      setChosen(next);
      setParam(next === 'list' ? '' : next);
    },
  ];
}
