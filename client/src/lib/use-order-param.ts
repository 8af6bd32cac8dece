import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { forgetPending } from './money-actions/pending-actions.ts';
import { keepOrderDraft, type OrderedFields, orderAction, typedAs, VISITOR_ID } from './order-draft.ts';
import { useSession } from './session.ts';

const PARAM = 'order';

/** Marks the history entry added by opening the dialog, so that closing goes back instead of adding another one. */
const openedHere = { orderOpenedHere: true };

interface OrderParam {
  /** The service whose order dialog is open; an invalid id opens none, so an edited URL never breaks a page. */
  serviceId: number | undefined;
  /**
   * Opens the dialog. Visitors fill it in and register from there.
   * @param prefill fills the form, for ordering again
   */
  open: (serviceId: number, prefill?: OrderedFields) => void;
  close: () => void;
}

/** The order dialog's state in the URL, `?order=<service id>` on any page: a link, a reload and the back button keep it. */
export function useOrderParam(): OrderParam {
  const [params, setParams] = useSearchParams();
  const { search, ...location } = useLocation();
  const isOpenedHere = Boolean((location.state as Partial<typeof openedHere> | null)?.orderOpenedHere);
  const navigate = useNavigate();
  const userId = useSession().user?.id ?? VISITOR_ID;

  const open = useCallback<OrderParam['open']>(
    (serviceId, prefill) => {
      const next = new URLSearchParams(search);
      next.set(PARAM, String(serviceId));
      if (prefill) {
        // Another order, with its own key.
        forgetPending(userId, orderAction(userId, serviceId));
        keepOrderDraft({ userId, serviceId }, typedAs(prefill));
      }
      return void navigate({ search: `?${next}` }, { state: openedHere, preventScrollReset: true });
    },
    [navigate, search, userId],
  );

  const close = useCallback(() => {
    if (isOpenedHere) return void navigate(-1);
    return setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(PARAM);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [navigate, setParams, isOpenedHere]);

  return { serviceId: parseId(params.get(PARAM) ?? '') ?? undefined, open, close };
}
