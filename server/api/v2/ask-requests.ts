import type { RequestStatus } from '#shared/request-status.ts';
import type { Actor } from '#shared/users.ts';
import type { Deps, WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { askRequests } from '../../features/orders/requests/ask-requests.ts';
import { readRequestStatuses } from '../../features/orders/requests/read-request-statuses.ts';
import { idInList, numbersOf, readIds, type SentId, type SentIds } from './ids.ts';
import { type Parameters, readRequestId } from './parameters.ts';
import { TradeRefusal, textOf, tradeTexts } from './refusal.ts';

const statusNames: Record<RequestStatus, string> = {
  pending: 'Pending',
  accepted: 'In progress',
  rejected: 'Rejected',
  done: 'Completed',
};

/** Asks for refills. One order is answered with its refill's id as text, a list with numbers or errors. */
export async function askRefills(deps: WriteDeps, actor: Actor, parameters: Parameters): Promise<string> {
  const sent = readIds(parameters, 'order');
  const outcomes = await ask(deps, actor, { kind: 'refill', sent, parameters });
  const outcomeOf = ({ id }: SentId) => (id === null ? undefined : outcomes.get(id));
  if (sent.isList)
    return JSON.stringify(
      sent.all.map((each) => {
        const outcome = outcomeOf(each);
        const refill = !outcome || outcome instanceof DomainError ? refused(outcome) : outcome.id;
        return { order: idInList(each), refill };
      }),
    );
  const outcome = outcomeOf(sent.all[0]);
  if (!outcome) throw new TradeRefusal(tradeTexts.order);
  if (outcome instanceof DomainError) throw outcome;
  return JSON.stringify({ refill: String(outcome.id) });
}

/** Asks to cancel orders. The answer is always a list; 1 means that it was asked for. */
export async function askCancels(deps: WriteDeps, actor: Actor, parameters: Parameters): Promise<string> {
  const sent = readIds(parameters, 'order');
  const outcomes = await ask(deps, actor, { kind: 'cancel', sent, parameters });
  return JSON.stringify(
    sent.all.map((each) => {
      const outcome = each.id === null ? undefined : outcomes.get(each.id);
      return { order: idInList(each), cancel: !outcome || outcome instanceof DomainError ? refused(outcome) : 1 };
    }),
  );
}

interface Asked {
  kind: 'refill' | 'cancel';
  sent: SentIds;
  parameters: Parameters;
}

function ask(deps: WriteDeps, actor: Actor, { kind, sent, parameters }: Asked) {
  return askRequests(deps, actor, { kind, orderIds: numbersOf(sent), requestId: readRequestId(parameters) });
}

/** The statuses of refills. */
export async function readRefills({ db }: Pick<Deps, 'db'>, actor: Actor, parameters: Parameters): Promise<string> {
  const sent = readIds(parameters, 'refill');
  const ids = numbersOf(sent);
  const statuses =
    ids.length > 0 ? await readRequestStatuses(db, actor, { kind: 'refill', ids }) : new Map<number, RequestStatus>();
  const nameOf = ({ id }: SentId) => {
    const status = id === null ? undefined : statuses.get(id);
    return status && statusNames[status];
  };
  if (sent.isList)
    return JSON.stringify(
      sent.all.map((each) => ({
        refill: idInList(each),
        status: nameOf(each) ?? { error: tradeTexts.refill },
      })),
    );
  const status = nameOf(sent.all[0]);
  if (!status) throw new TradeRefusal(tradeTexts.refill);
  return JSON.stringify({ status });
}

function refused(outcome: DomainError | undefined) {
  return { error: outcome ? textOf(outcome) : tradeTexts.order };
}
