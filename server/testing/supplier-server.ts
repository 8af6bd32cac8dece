import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPackage, type ServiceType, serviceTypes, typeRules } from '#shared/service-types.ts';
import { NOTHING, parseSupplierAmount, supplierCostOf, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE, type CallAction } from '#shared/suppliers.ts';
import { bodyTypeOf, type Parameters, readBody } from '../api/v2/parameters.ts';
import { type Fault, type FaultName, faults } from './supplier-faults.ts';

/** One service of the supplier's list, as panels write it. */
export interface ListedTestService {
  service: number | string;
  name: string;
  type: string;
  category: string;
  rate: string | number;
  min: string | number;
  max: string | number;
  refill?: boolean;
  cancel?: boolean;
  dripfeed?: boolean;
  desc?: string;
}

/** An order that the supplier sold. `charge` is in micro-units of its currency. */
export interface SupplierOrder {
  service: string;
  link: string;
  quantity: number;
  comments?: string;
  requestId?: string;
  status: string;
  charge: number;
  startCount: number;
  remains: number;
}

/** A call that arrived, without the key. */
export interface SupplierCallSeen {
  action: CallAction;
  parameters: Parameters;
  at: number;
  /** Whether it came with the supplier's key. */
  hasKey: boolean;
}

interface Options {
  /** 0 for a free one. */
  port?: number;
  key?: string;
  currency?: string;
  services?: ListedTestService[];
  /** In micro-units of the currency. */
  balance?: number;
  takesRequestId?: boolean;
  firstOrderId?: number;
  /** Orders of a supplier that was killed, by their id. */
  orders?: Map<string, SupplierOrder>;
  /** Decides about each call, if no fault was set for it. */
  faultOf?: (action: CallAction, parameters: Parameters) => Fault | FaultName | undefined;
  /** Called after an order was bought or changed, before anything is answered. */
  onOrder?: (id: string, order: SupplierOrder) => void;
}

/** A service at 0.90 for 1000 units, from 10 to 10,000, with refill and cancel. */
export function listedService(overrides: Partial<ListedTestService> = {}): ListedTestService {
  return {
    service: 101,
    name: 'Instagram Followers',
    type: 'Default',
    category: 'Instagram',
    rate: '0.90',
    min: '10',
    max: '10000',
    refill: true,
    cancel: true,
    dripfeed: false,
    ...overrides,
  };
}

/** A supplier's id of a new order without another. */
const FIRST_ORDER = 23_501;
const MICROS = 10 ** AMOUNT_SCALE;
/** Other actions are read as `balance`: they change nothing. */
const actions: readonly CallAction[] = ['balance', 'services', 'add', 'status', 'refill', 'refill_status', 'cancel'];

export type SupplierServer = Awaited<ReturnType<typeof startSupplierServer>>;

/**
 * A supplier on 127.0.0.1 that speaks API v2 as other panels do, with its own orders and balance. Faults make it hostile. Close it
 * afterwards.
 */
export async function startSupplierServer(options: Options = {}) {
  const { key = randomBytes(16).toString('hex'), currency = 'USD', faultOf, onOrder } = options;
  const next = new Map<CallAction, (Fault | FaultName)[]>();
  const always = new Map<CallAction, Fault | FaultName>();
  const refills = new Map<string, { order: string; status: string }>();
  const orders = options.orders ?? new Map<string, SupplierOrder>();
  /** The order of each `request_id`. */
  const requests = new Map(
    [...orders].flatMap(([id, { requestId }]) => (requestId === undefined ? [] : [[requestId, id]])),
  );
  let lastOrder = Math.max((options.firstOrderId ?? FIRST_ORDER) - 1, ...[...orders.keys()].map(Number));

  const supplier = {
    url: '',
    key,
    currency,
    /** By the supplier's id. */
    orders,
    /** Refills by their id; a status may be changed. */
    refills,
    /** Ids of orders that a customer asked to cancel. */
    canceled: new Set<string>(),
    /** Every call that arrived, with the newest last. */
    calls: [] as SupplierCallSeen[],
    /** In micro-units of the currency. */
    balance: options.balance ?? 1_000 * MICROS,
    services: options.services ?? [listedService()],
    takesRequestId: options.takesRequestId ?? false,
    /** Whether a second open order with the same link is refused. */
    oneOrderALink: false,
    /** How many orders were bought, or how many with this link. */
    bought: (link?: string) =>
      [...supplier.orders.values()].filter((order) => link === undefined || order.link === link).length,
    callsOf: (action: CallAction) => supplier.calls.filter((call) => call.action === action),
    /** Faults of the next calls of an action, in order. */
    answerNext: (action: CallAction, ...each: (Fault | FaultName)[]) =>
      void next.set(action, [...(next.get(action) ?? []), ...each]),
    /** A fault of every call of an action, until `undefined` ends it. */
    answerAll: (action: CallAction, fault: Fault | FaultName | undefined) =>
      void (fault === undefined ? always.delete(action) : always.set(action, fault)),
    /** Changes an order. Without a `charge`, one that was canceled or delivered in part costs less, and the rest comes back. */
    setStatus(id: string, change: Partial<Pick<SupplierOrder, 'status' | 'charge' | 'startCount' | 'remains'>>) {
      const order = supplier.orders.get(id);
      if (!order) throw new Error(`The supplier has no order ${id}`);
      const before = order.charge;
      Object.assign(order, change);
      if (change.status === 'Completed' && change.remains === undefined) order.remains = 0;
      if (change.status === 'Canceled' && change.remains === undefined) order.remains = order.quantity;
      if (change.charge === undefined && change.status === 'Canceled') order.charge = 0;
      if (change.charge === undefined && change.status === 'Partial')
        order.charge = Math.ceil((before * (order.quantity - order.remains)) / order.quantity);
      supplier.balance += before - order.charge;
      onOrder?.(id, order);
    },
    /** Refuses connections until it is opened again on the same port. */
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
    reopen: () => listen(Number(new URL(supplier.url).port)),
  };

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parameters = await readBody(bodyTypeOf(request.headers['content-type']), await buffer(request));
    const { key: sent, ...others } = parameters;
    const action = actions.find((each) => each === parameters.action) ?? 'balance';
    const hasKey = sent === key;
    supplier.calls.push({ action, parameters: others, at: Date.now(), hasKey });
    const named = next.get(action)?.shift() ?? always.get(action) ?? faultOf?.(action, parameters) ?? {};
    const chosen: Fault = typeof named === 'string' ? faults[named] : named;
    const fault: Fault = chosen.refuses && isKnown(parameters) ? {} : chosen;
    if (fault.dropBefore) return reset(response);
    const { bytes } = fault;
    const isReplaced = [fault.status, fault.body, fault.hang, bytes].some((each) => each !== undefined);
    const own = isReplaced && !fault.buys ? undefined : hasKey ? act(action, parameters) : { error: 'Invalid API key' };
    if (fault.dropAfter) return reset(response);
    if (fault.hang) return;
    await fault.after;
    if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false });
    if (bytes !== undefined) return void response.socket?.write(bytes, () => reset(response));
    const body = typeof fault.body === 'function' ? fault.body(parameters) : fault.body;
    const json = isReplaced ? '' : `${fault.prefix ?? ''}${JSON.stringify(fault.change ? fault.change(own) : own)}`;
    response.writeHead(fault.status ?? 200, { 'content-type': 'application/json', ...fault.headers }).end(body ?? json);
  }

  function act(action: CallAction, parameters: Parameters): unknown {
    const { order = '', refill = '' } = parameters;
    const ids = (parameters.orders ?? order).split(',').map((id) => id.trim());
    switch (action) {
      case 'services':
        return supplier.services;
      case 'add':
        return add(parameters);
      case 'status':
        return parameters.orders === undefined ? statusOf(order) : objectOf(ids, statusOf);
      case 'refill':
        if (parameters.orders === undefined) return refillOf(order);
        return ids.map((id) => ({ order: Number(id), ...refillInList(id) }));
      case 'refill_status':
        if (parameters.refills === undefined) return refillStatusOf(refill);
        return parameters.refills.split(',').map((id) => ({ refill: Number(id), ...refillStatusInList(id.trim()) }));
      case 'cancel':
        return ids.map((id) => ({ order: Number(id), cancel: cancelOf(id) }));
      case 'balance':
        return { balance: amount(supplier.balance), currency };
    }
  }

  function add({ service: id, link, quantity: entered, comments, request_id: requestId }: Parameters): unknown {
    const earlier = requestId === undefined ? undefined : requests.get(requestId);
    if (supplier.takesRequestId && earlier !== undefined) return { order: Number(earlier) };
    const service = supplier.services.find((each) => String(each.service) === id);
    const type = service && typeOf(service.type);
    if (!service || !type) return { error: 'error.incorrect_service_id' };
    if (link === undefined) return { error: 'neworder.error.link' };
    const lines = comments?.split('\n').filter((line) => line.trim() !== '').length ?? 0;
    if (typeRules[type].takesComments && lines === 0) return { error: 'neworder.error.comment' };
    const quantity = isPackage(type) ? 1 : typeRules[type].takesComments ? lines : Number(entered ?? 0);
    if (!(quantity >= Number(service.min))) return { error: 'neworder.error.min_quantity' };
    if (quantity > Number(service.max)) return { error: 'neworder.error.max_quantity' };
    if (supplier.oneOrderALink && hasOpen(link)) return { error: 'neworder.error.link_duplicate' };
    const charge = chargeFor(service, quantity, type);
    if (charge > supplier.balance) return { error: 'neworder.error.not_enough_funds' };
    supplier.balance -= charge;
    const order: SupplierOrder = {
      service: String(service.service),
      link,
      quantity,
      ...(comments !== undefined && { comments }),
      ...(requestId !== undefined && { requestId }),
      status: 'Pending',
      charge,
      startCount: 0,
      remains: quantity,
    };
    const orderId = String(++lastOrder);
    supplier.orders.set(orderId, order);
    if (requestId !== undefined) requests.set(requestId, orderId);
    onOrder?.(orderId, order);
    return { order: lastOrder };
  }

  /** Whether the supplier finds the order by its `request_id`. */
  const isKnown = ({ request_id: requestId }: Parameters) =>
    supplier.takesRequestId && requestId !== undefined && requests.has(requestId);
  const hasOpen = (link: string) =>
    [...supplier.orders.values()].some(({ link: used, status }) => used === link && /^(pend|proc|in)/i.test(status));
  const refillInList = (id: string) => {
    const made = refillOf(id);
    return { refill: 'refill' in made ? Number(made.refill) : made };
  };
  const refillStatusInList = (id: string) => {
    const { status, error } = refillStatusOf(id);
    return { status: status ?? { error } };
  };

  function statusOf(id: string) {
    const order = supplier.orders.get(id);
    if (!order) return { error: 'Incorrect order ID' };
    const { charge, startCount, status, remains } = order;
    return { charge: amount(charge), start_count: String(startCount), status, remains: String(remains), currency };
  }
  function refillOf(order: string) {
    if (!supplier.orders.has(order)) return { error: 'Incorrect order ID' };
    const id = String(refills.size + 1);
    refills.set(id, { order, status: 'Pending' });
    return { refill: id };
  }
  function refillStatusOf(id: string): { status?: string; error?: string } {
    const refill = refills.get(id);
    return refill ? { status: refill.status } : { error: 'Refill not found' };
  }
  function cancelOf(id: string) {
    if (!supplier.orders.has(id)) return { error: 'Incorrect order ID' };
    supplier.canceled.add(id);
    return 1;
  }
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(options.port ?? 0);
  supplier.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`;
  return supplier;
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

const amount = (value: number) => supplierDecimal(value, AMOUNT_SCALE);
const objectOf = (ids: string[], valueOf: (id: string) => unknown) =>
  Object.fromEntries(ids.map((id) => [id, valueOf(id)]));
const typeOf = (tradeName: string): ServiceType | undefined =>
  serviceTypes.find((type) => typeRules[type].tradeName === tradeName);

function chargeFor({ rate }: ListedTestService, quantity: number, type: ServiceType): number {
  const cost = parseSupplierAmount(String(rate)) ?? NOTHING;
  return Math.ceil(Number(supplierCostOf(quantity, cost, typeRules[type].per)));
}
