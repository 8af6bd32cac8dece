import { useState } from 'react';
import type { RequestKind } from '#shared/request-status.ts';
import { isUnsure, readError } from '../../../lib/errors.ts';
import { newRequestId } from '../../../lib/request-id.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useReadMoneyAgain } from '../use-read-money-again.ts';

type Requests = Outputs['admin']['requests'];
type CheckedOrder = Requests['check']['items'][number];

/** The orders of one kind, and the result once they are filed. */
export interface CheckedGroup {
  kind: RequestKind;
  orders: readonly CheckedOrder[];
  /** The idempotency key of its filing. */
  requestId: string;
  filed?: Requests['file']['items'];
}

interface NumbersOfKind {
  kind: RequestKind;
  orderIds: number[];
}

/** Files requests in two steps: check, file. Each kind is one call with its own key, so a retry files nothing twice. */
export function useFileRequests() {
  const utils = trpc.useUtils();
  const readMoneyAgain = useReadMoneyAgain();
  const file = trpc.admin.requests.file.useMutation();
  const [groups, setGroups] = useState<readonly CheckedGroup[]>();
  const [isChecking, setChecking] = useState(false);
  const [isFiling, setFiling] = useState(false);
  const [problem, setProblem] = useState<{ error: unknown; isLost: boolean }>();

  const check = async (numbers: readonly NumbersOfKind[]) => {
    setProblem(undefined);
    setChecking(true);
    try {
      const checked = await Promise.all(
        numbers.map(async (input) => {
          const { items } = await utils.admin.requests.check.fetch(input, { staleTime: 0 });
          return { kind: input.kind, orders: items, requestId: newRequestId() };
        }),
      );
      setGroups(checked);
    } catch (error) {
      setProblem({ error, isLost: false });
    }
    setChecking(false);
  };

  /** @returns how many are filed, or undefined after a failure */
  const fileAll = async (): Promise<number | undefined> => {
    setProblem(undefined);
    setFiling(true);
    let known = groups ?? [];
    try {
      for (const group of known) {
        const orderIds = possibleIn(group);
        if (group.filed || orderIds.length === 0) continue;
        const { kind, requestId } = group;
        const { items } = await file.mutateAsync({ kind, orderIds, requestId });
        known = known.map((each) => (each === group ? { ...group, filed: items } : each));
        setGroups(known);
      }
      return known.reduce((sum, { filed = [] }) => sum + filed.filter(({ request }) => request).length, 0);
    } catch (error) {
      setProblem({ error, isLost: isUnsure(readError(error), problem?.isLost) });
      return undefined;
    } finally {
      setFiling(false);
      void utils.admin.requests.invalidate();
      void utils.admin.desk.counts.invalidate();
      void readMoneyAgain();
    }
  };

  const back = () => {
    setGroups(undefined);
    setProblem(undefined);
  };
  return { groups, check, fileAll, back, problem, isChecking, isFiling };
}

/** The orders for which the request is possible, as checked. */
export function possibleIn({ orders }: CheckedGroup): number[] {
  return orders.filter(({ askable }) => askable?.possible).map(({ orderId }) => orderId);
}
