import type { PlaceOrderInput } from '#shared/orders.ts';
import { demandsOf, fitOf, judgeDemands, type LinkFit, type Misfit, type ServiceTarget } from '#shared/paste/fit.ts';
import { readLink } from '#shared/paste/link.ts';
import { DomainError } from '../base/errors.ts';

/** What a link demands of its service for the order to be placed; undefined where it is placed in any case. */
export function demandsOfOrder(
  { link, fit }: Pick<PlaceOrderInput, 'link' | 'fit'>,
  linkFit: LinkFit,
): ServiceTarget | undefined {
  if (fit === 'confirmed' || (fit === undefined && linkFit !== 'refuse')) return undefined;
  const read = readLink(link);
  if ('problem' in read) return undefined;
  // A script's link of a site that is no platform, or of another kind, is only noted.
  return fit === 'ask' ? demandsOf(read.target) : { platform: read.target.platform, kinds: null };
}

/**
 * Refuses an order whose link demands another service.
 * @param demands from {@link demandsOfOrder}
 * @throws DomainError `link_does_not_fit`, with what was read and what the service expects
 */
export function assertFits(
  { link }: Pick<PlaceOrderInput, 'link'>,
  service: ServiceTarget | undefined,
  demands: ServiceTarget | undefined,
): void {
  if (!service || !demands || judgeDemands(demands, service) === true) return;
  const read = readLink(link);
  if ('problem' in read) return;
  const { platform, kinds } = service;
  throw new DomainError('link_does_not_fit', { details: { read: read.target, expected: { platform, kinds } } });
}

/** How an order's link misses its service; null if it fits, or if the link or the service does not tell. */
export function misfitOf(link: string, service: ServiceTarget | undefined): Misfit | null {
  const read = readLink(link);
  const fit = service && !('problem' in read) ? fitOf(read.target, service) : null;
  return fit === true ? null : fit;
}
