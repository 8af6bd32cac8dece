import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { keepOrderDraft, type OrderDraft } from '../../lib/order-draft.ts';
import { useSession } from '../../lib/session.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { OrderDialogHost } from '../orders/order-dialog-host.tsx';
import { LINK_PARAM, QUANTITY_PARAM } from './typed-order.ts';

/** A URL may contain anything; longer values are not typed ones. */
const LONGEST_LINK = 2_048;
const LONGEST_QUANTITY = 20;

/** The order dialog of the home page. Values in the URL become the draft of the signed-in user first. */
export default function OrderHere() {
  const [params, setParams] = useSearchParams();
  const { serviceId } = useOrderParam();
  const userId = useSession().user?.id;
  const typed = userId === undefined || serviceId === undefined ? undefined : readTypedOrder(params);

  useEffect(() => {
    if (!typed || userId === undefined || serviceId === undefined) return;
    keepOrderDraft({ userId, serviceId }, typed);
    const rest = new URLSearchParams(params);
    rest.delete(LINK_PARAM);
    rest.delete(QUANTITY_PARAM);
    setParams(rest, { replace: true, preventScrollReset: true });
  });
  return typed ? null : <OrderDialogHost />;
}

/** @returns undefined for a URL without a typed order */
function readTypedOrder(params: URLSearchParams): OrderDraft | undefined {
  if (!params.has(LINK_PARAM) && !params.has(QUANTITY_PARAM)) return undefined;
  return {
    link: (params.get(LINK_PARAM) ?? '').slice(0, LONGEST_LINK),
    quantity: (params.get(QUANTITY_PARAM) ?? '').slice(0, LONGEST_QUANTITY),
  };
}
