import { useEffect, useRef } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { entryPath } from '../../lib/entry.ts';
import { keepOrderDraft, type OrderDraft, readOrderDraft } from '../../lib/order-draft.ts';
import { useSession } from '../../lib/session.ts';
import { confirm } from '../../lib/toasts/toasts.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { OrderDialogHost } from '../orders/order-dialog-host.tsx';
import { LINK_PARAM, QUANTITY_PARAM, typedOrderPath } from './typed-order.ts';

/** A URL may contain anything; longer values are not typed ones. */
const LONGEST_LINK = 2_048;
const LONGEST_QUANTITY = 20;

const SHOWN_OF_LINK = 60;

/**
 * The order dialog of the home page. Values in the URL become the draft of the signed-in user first; a link that they have typed before
 * is replaced only if they agree. Visitors register first and return with these values.
 */
export default function OrderHere() {
  const [params, setParams] = useSearchParams();
  const { serviceId } = useOrderParam();
  const userId = useSession().user?.id;
  const typed = serviceId === undefined ? undefined : readTypedOrder(params);

  const asked = useRef('');
  useEffect(() => {
    if (!typed || userId === undefined || serviceId === undefined || asked.current === params.toString()) return;
    asked.current = params.toString();
    const rest = new URLSearchParams(params);
    rest.delete(LINK_PARAM);
    rest.delete(QUANTITY_PARAM);
    const begun = readOrderDraft({ userId, serviceId });
    void mayReplace(begun, typed).then((isReplaced) => {
      if (isReplaced)
        keepOrderDraft({ userId, serviceId }, { ...begun, ...typed, link: typed.link || (begun?.link ?? '') });
      setParams(rest, { replace: true, preventScrollReset: true });
    });
  });
  if (!typed || serviceId === undefined) return <OrderDialogHost />;
  return userId === undefined ? <Navigate to={entryPath(typedOrderPath(serviceId, typed))} replace /> : null;
}

/** Asks before a link is lost. */
async function mayReplace(begun: OrderDraft | null, typed: OrderDraft): Promise<boolean> {
  if (!begun?.link || !typed.link || begun.link === typed.link) return true;
  return confirm(() => {
    const t = orderDialogTexts.get();
    return {
      title: t.begun,
      text: t.begunText({ before: begun.link.slice(0, SHOWN_OF_LINK), now: typed.link.slice(0, SHOWN_OF_LINK) }),
      confirmLabel: t.useNewLink,
      cancelLabel: t.keepBegun,
    };
  }, 'plain');
}

/** @returns undefined for a URL without a typed order */
function readTypedOrder(params: URLSearchParams): OrderDraft | undefined {
  if (!params.has(LINK_PARAM) && !params.has(QUANTITY_PARAM)) return undefined;
  return {
    link: (params.get(LINK_PARAM) ?? '').slice(0, LONGEST_LINK),
    quantity: (params.get(QUANTITY_PARAM) ?? '').slice(0, LONGEST_QUANTITY),
  };
}
