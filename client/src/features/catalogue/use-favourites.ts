import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { entryPath } from '../../lib/entry.ts';
import { reportError } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';

const FRESH_FOR_MS = 60_000;

interface Favourites {
  has: (serviceId: number) => boolean;
  /** Changes it on screen immediately, and back if the server refuses. Visitors are redirected to the login. */
  toggle: (serviceId: number) => void;
}

interface Change {
  id: number;
  favourite: boolean;
}

/** The customer's favourite services. */
export function useFavourites(): Favourites {
  const { signedIn } = useSession();
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { data } = trpc.services.favourites.useQuery(undefined, { enabled: signedIn, staleTime: FRESH_FOR_MS });
  const ids = useMemo(() => new Set(signedIn ? data : []), [data, signedIn]);

  const show = useCallback(
    ({ id, favourite }: Change) =>
      utils.services.favourites.setData(undefined, (known = []) => {
        const others = known.filter((each) => each !== id);
        return favourite ? [id, ...others] : others;
      }),
    [utils],
  );
  const readListAgain = useCallback(async () => {
    // A first response that is under way may be older than the change, and `invalidate` alone would keep it.
    await utils.services.list.cancel({ favourites: true });
    await utils.services.list.invalidate({ favourites: true });
  }, [utils]);
  const underWay = useRef(0);
  const { mutate } = trpc.services.setFavourite.useMutation({
    // One after the other, so that the second of two clicks wins.
    scope: { id: 'favourites' },
    onError: (error, { id, favourite }) => {
      show({ id, favourite: !favourite });
      void reportError(catalogueTexts.get().favouriteFailed, error);
    },
    onSettled: () => {
      underWay.current -= 1;
      // The server does not know the pending changes yet.
      if (underWay.current > 0) return;
      void utils.services.favourites.invalidate();
      void readListAgain();
    },
  });

  const change = useCallback(
    async (id: number) => {
      // A heart clicked before the list is loaded toggles the stored value.
      await utils.services.favourites.ensureData();
      underWay.current += 1;
      await utils.services.favourites.cancel();
      const favourite = !utils.services.favourites.getData()?.includes(id);
      show({ id, favourite });
      mutate({ id, favourite });
    },
    [mutate, show, utils],
  );
  const toggle = useCallback(
    (id: number) => {
      if (!signedIn) return void navigate(entryPath(pathname + search));
      change(id).catch((error: unknown) => reportError(catalogueTexts.get().favouriteFailed, error));
    },
    [change, navigate, pathname, search, signedIn],
  );
  const has = useCallback((id: number) => ids.has(id), [ids]);
  return { has, toggle };
}
