import { API_PATH } from '../../shared/api-path.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { RequestFacts } from './observe-requests.ts';

/**
 * Makes what counts each request by its route's pattern; the client's page and its files are one route, `page`. Streams are
 * counted by themselves: how long one lasts says nothing of how fast the server is.
 */
export function countRequests({ requestEnded }: Metrics): (request: unknown, facts: RequestFacts) => void {
  return (_request, { route, isStream, method, status, milliseconds }) => {
    if (isStream) return;
    requestEnded({ method, status, milliseconds, route: route === undefined || API_PATH.test(route) ? route : 'page' });
  };
}
