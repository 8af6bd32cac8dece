import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { addReadings, type Readings } from './readings.ts';

/** A family of series in prom-client's form for other processes. */
export type MetricFamily = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

export interface EndedRequest {
  method: string;
  /** The matched route pattern; undefined for an unknown path. */
  route: string | undefined;
  status: number;
  milliseconds: number;
}

export interface Metrics {
  requestEnded: (request: EndedRequest) => void;
  /** @param outcome `ok` or the error code */
  onCallEnded: (procedure: string, outcome: string, milliseconds: number) => void;
  batchCharged: (orders: number) => void;
  /** Adds more readings. */
  read: (readings: Readings) => void;
  families: () => Promise<MetricFamily[]>;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * The metrics of this process, in addition to prom-client's defaults: CPU, memory, garbage collection and event loop delay. Every label
 * has few values: route patterns, procedure names, statuses, codes.
 * @param slot the process's number or name, a label of every series, because most sums over processes are meaningless
 */
export function createMetrics(slot: number | 'background'): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: String(slot) });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests until the response was sent, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: 'procedure_duration_seconds',
    help: 'Duration of procedure calls, each call of a batch separately, by outcome: ok or the error code',
    labelNames: ['procedure', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const batches = new Histogram({
    name: 'charge_batch_orders',
    help: 'Orders charged together in one statement',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  return {
    requestEnded({ method, route = 'unknown', status, milliseconds }) {
      const labels = { method: METHODS.has(method) ? method : 'other', route, status: String(status) };
      requests.observe(labels, milliseconds / 1000);
    },
    onCallEnded: (procedure, outcome, milliseconds) => calls.observe({ procedure, outcome }, milliseconds / 1000),
    batchCharged: (orders) => batches.observe(orders),
    read: (readings) => addReadings(registers, readings),
    families: () => registry.getMetricsAsJSON(),
  };
}

/**
 * Makes a value that costs a statement readable at any time: returns the last value, and reads again in the background if that is too
 * old. Callers never wait.
 * @param read after a failure the last value stays
 * @returns undefined before the first read
 */
export function cachedReading<T>(read: () => Promise<T>, maxAgeMs: number): () => T | undefined {
  let last: T | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - askedMs >= maxAgeMs) {
      askedMs = performance.now();
      read().then(
        (value) => (last = value),
        () => undefined,
      );
    }
    return last;
  };
}

export const EXPOSITION_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The text of all processes for Prometheus; each series has a label for its process. */
export function expositionOf(families: MetricFamily[][]): Promise<string> {
  return AggregatorRegistry.aggregate(families).metrics();
}
