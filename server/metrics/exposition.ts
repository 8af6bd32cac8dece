import { AggregatorRegistry, Registry } from 'prom-client';
import type { MetricFamily } from './metrics.ts';

export const EXPOSITION_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The text that Prometheus reads, of all processes together; each series says which of them it is of. */
export function expositionOf(families: MetricFamily[][]): Promise<string> {
  return AggregatorRegistry.aggregate(families).metrics();
}
