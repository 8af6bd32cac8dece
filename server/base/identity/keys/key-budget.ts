import type { Deps } from '../../deps.ts';
import { DomainError, refusalIn } from '../../errors.ts';
import { countKeyCall, exhaustedRate, type KeyRate } from '../../limits/key-rate.ts';

/** The calls of one request that a key may still make. */
export interface KeyBudget {
  /** After counting; undefined if it was not possible. */
  rate: KeyRate | undefined;
  /** @throws DomainError `too_many_requests` if the request has more calls than the key */
  take: () => void;
}

/**
 * Counts the calls of a request before the first of them runs, so that the response's headers are known. Calls within the limit run,
 * also if later ones of the batch exceed it.
 * @param calls how many the request makes
 */
export async function countKeyCalls(
  deps: Pick<Deps, 'db' | 'config'>,
  keyId: number,
  calls: number,
): Promise<KeyBudget> {
  let granted = 0;
  let rate: KeyRate | undefined;
  let refusal: DomainError | undefined;
  for (; granted < calls; granted++) {
    try {
      rate = await countKeyCall(deps, keyId);
    } catch (error) {
      refusal = refusalIn(error);
      if (!refusal) throw error;
      const wait = refusal.code === 'too_many_requests' ? refusal.details?.retryAfterSeconds : undefined;
      if (wait !== undefined) rate = exhaustedRate(deps.config, wait);
      break;
    }
  }
  return {
    rate,
    take() {
      if (granted-- > 0) return;
      throw refusal ?? new DomainError('too_many_requests');
    },
  };
}
