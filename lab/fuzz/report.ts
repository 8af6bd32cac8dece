import { type Goal, goalOf } from '../goals.ts';
import type { FuzzRequest } from './requests.ts';
import type { Fault, FuzzReport } from './run-fuzz.ts';

/** More than caches and uncollected garbage take. */
const HEAP_GROWTH_LIMIT_MB = 16;
const MOST_SHOWN = 40;

export function fuzzGoals({ faults, blocking, heapGrowthBytes, ledgerProblems }: FuzzReport): Goal[] {
  return [
    goalOf('faults', faults.length, { atMost: [0] }),
    goalOf('inputs that block the event loop for 50 ms', blocking.length, { atMost: [0] }),
    goalOf('growth of the heap', heapGrowthBytes / 1024 / 1024, { atMost: [HEAP_GROWTH_LIMIT_MB], unit: 'MB' }),
    goalOf('problems of the ledger', ledgerProblems.length, { atMost: [0] }),
  ];
}

/** The responses by status, and each kind of fault once, with an input that causes it. */
export function describeReport(report: FuzzReport, seed: number): string {
  const { sent, statuses, faults, blocking, blocks, ledgerProblems, orders, logged } = report;
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count.toLocaleString('en')}`);
  const kinds = [...Map.groupBy(faults, kindOf).values()].map((each) => {
    return `${each.length} × ${describeFault(each.at(-1) as Fault, seed)}`;
  });
  return [
    `${sent.toLocaleString('en')} inputs sent; responses by status: ${counts.join(', ')}`,
    ...list(`faults of ${kinds.length} kinds`, kinds),
    ...list(
      `inputs block the event loop (it was blocked ${blocks} times in all)`,
      blocking.map(({ busyMs, request }) => `${Math.round(busyMs)} ms: ${describe(request, seed)}`),
    ),
    ...list(`problems of the ledger after ${orders.toLocaleString('en')} orders`, ledgerProblems),
    ...list('errors logged', [...new Set(logged.map(errorIn))]),
  ].join('\n');
}

function list(title: string, items: string[]): string[] {
  return [`${items.length} ${title}`, ...items.slice(0, MOST_SHOWN).map((item) => `- ${item}`)];
}

function kindOf({ what, request: { method = '', target = '' } = {} as FuzzRequest }: Fault): string {
  return `${what} ${method} ${target.split(/[?,]/, 1)[0]?.slice(0, 60)}`;
}

function describeFault({ what, request, answer }: Fault, seed: number): string {
  if (!request) return what;
  return `${what}: ${describe(request, seed)}${answer ? `\n    answered ${JSON.stringify(answer.slice(-200))}` : ''}`;
}

function describe({ number, caller, method, target, headers, body, framing }: FuzzRequest, seed: number): string {
  const cut = (text: string, length: number) =>
    text.length > length ? `${text.slice(0, length)}… (${text.length})` : text;
  return [
    `${method} ${cut(target, 160)} as ${caller}, --seed ${seed} --only ${number}`,
    `    ${cut(JSON.stringify(headers), 300)}, ${framing}`,
    `    ${cut(JSON.stringify(body.toString()), 300)}`,
  ].join('\n');
}

/** The error of a log line, without its time and request. */
function errorIn(line: string): string {
  const [, error = line] = /"err":(.*)/.exec(line) ?? [];
  return error.slice(0, 300);
}
