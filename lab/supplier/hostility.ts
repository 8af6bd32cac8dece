import { createHash } from 'node:crypto';
import type { Parameters } from '#server/api/v2/parameters.ts';
import type { FaultName } from '#server/testing/supplier-faults.ts';
import type { CallAction } from '#shared/suppliers.ts';

type Weights = Partial<Record<FaultName, number>>;

/** How often each fault happens, in relation to the others. Those that cost a minute are rare. */
const weights: Partial<Record<CallAction, Weights>> = {
  add: {
    lost_before: 8,
    lost_after: 12,
    page_504_before: 4,
    page_504_after: 8,
    html_before: 3,
    html_after: 5,
    empty_before: 2,
    empty_after: 3,
    error_500_before: 3,
    error_500_after: 6,
    error_503_funds: 2,
    error_words_before: 3,
    error_words_after: 6,
    no_order_before: 2,
    no_order_after: 4,
    zero_order_after: 2,
    negative_order_after: 2,
    null_order_after: 2,
    cut_json_after: 4,
    doubled_after: 3,
    huge_before: 1,
    huge_after: 2,
    switches_before: 3,
    switches_after: 5,
    redirect: 3,
    throttled: 6,
    slow: 10,
    refused: 6,
    refused_400: 3,
    no_funds: 3,
    maintenance: 3,
    wrong_key: 1,
    service_off: 2,
    echoes_key: 3,
    notice_before_json: 10,
  },
  status: {
    lost_before: 2,
    page_504_before: 2,
    html_before: 2,
    error_500_before: 2,
    unknown_word: 3,
    null_answer: 2,
    text_answer: 2,
    triple_charge: 2,
    negative_remains: 3,
    endless_remains: 2,
    backward: 3,
    not_known: 4,
    as_list: 2,
    switches_before: 2,
    prototype: 2,
    huge_before: 1,
    throttled: 2,
    slow: 3,
    notice_before_json: 4,
  },
  services: {
    lost_before: 2,
    page_504_before: 3,
    html_before: 3,
    switches_before: 2,
    empty_list: 4,
    shrunk_list: 4,
    prices_x50: 4,
    doubled_list: 3,
    huge_before: 1,
    notice_before_json: 3,
  },
  balance: {
    lost_before: 2,
    switches_before: 2,
    page_504_before: 2,
    html_before: 2,
    error_500_before: 2,
    notice_before_json: 3,
  },
  refill: { lost_after: 2, page_504_after: 2, html_before: 2, slow: 2 },
  cancel: { lost_after: 2, page_504_after: 2, html_before: 2, slow: 2 },
};

/** Only in a long run, and rare: the panel waits a minute for each, and a supplier without `request_id` with it. */
const withMinutes: Weights = { hung_before: 0.05, hung_after: 0.1 };

/** Words that no panel knows, also of an order that was bought: the supplier's queue rests until a person says what they mean. */
const withWords: Weights = { unknown_words_before: 3, unknown_words_after: 8 };

interface Hostility {
  /** Determines the faults. */
  seed: number;
  /** How many of a hundred calls have a fault. */
  percent: number;
  /** Whether some calls are never answered. */
  hangs?: boolean;
  /** Whether some purchases are answered in words that no table knows. */
  words?: boolean;
}

/**
 * The faults of a hostile supplier. They depend on the seed, the call's subject and how often it was called about, so that a run with
 * the same seed and orders has the same faults in any order.
 */
export function createHostility({ seed, percent, hangs = false, words = false }: Hostility) {
  const counts = new Map<string, number>();

  return (action: CallAction, { link = '', orders, order, refill }: Parameters): FaultName | undefined => {
    const subject = `${action} ${link || (orders ?? order ?? refill ?? '')}`;
    const nth = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, nth);
    const [first, second] = draws(`${seed} ${subject} ${nth}`);
    if (first * 100 >= percent) return undefined;
    if (action !== 'add') return pickBy(second, weights[action] ?? {});
    return pickBy(second, { ...weights.add, ...(hangs && withMinutes), ...(words && withWords) });
  };
}

/** Two numbers from 0 to 1, of a text. */
function draws(text: string): [number, number] {
  const bytes = createHash('sha256').update(text).digest();
  return [bytes.readUInt32BE(0) / 2 ** 32, bytes.readUInt32BE(4) / 2 ** 32];
}

function pickBy(draw: number, chances: Weights): FaultName | undefined {
  const names = Object.keys(chances) as FaultName[];
  let left = draw * names.reduce((sum, name) => sum + (chances[name] ?? 0), 0);
  return names.find((name) => (left -= chances[name] ?? 0) < 0);
}
