import type { FuzzRequest } from './requests.ts';
import type { Fault, FuzzReport } from './run-fuzz.ts';

/** More than caches and the ways of the collector explain. */
const HEAP_GROWTH_LIMIT_BYTES = 16 * 1024 * 1024;
const FAULTS_SHOWN = 40;

/** Whether the panel stood all of it. */
export function isSound({ faults, stalls, heapGrowthBytes, ledgerProblems }: FuzzReport): boolean {
  return faults.length + stalls.length + ledgerProblems.length === 0 && heapGrowthBytes <= HEAP_GROWTH_LIMIT_BYTES;
}

/** What came of it, for people: what was sent, and each kind of fault once with the input that shows it. */
export function describeReport(report: FuzzReport, seed: number): string {
  const { sent, statuses, faults, stalls, passingStalls, heapGrowthBytes, ledgerProblems, orders, logged } = report;
  const counted = Object.entries(statuses).map(([status, count]) => `${status}: ${count.toLocaleString('en')}`);
  const kinds = oncePerKind(faults);
  return [
    `${sent.toLocaleString('en')} inputs sent; answers by status: ${counted.join(', ')}`,
    `${faults.length} faults of ${kinds.length} kinds`,
    ...kinds.slice(0, FAULTS_SHOWN).map(({ fault, count }) => `- ${count} × ${describeFault(fault, seed)}`),
    `${stalls.length} inputs hold the event loop for more than 50 ms (${passingStalls} times it stood still in all)`,
    ...stalls
      .slice(0, FAULTS_SHOWN)
      .map(({ busyMs, request }) => `- ${Math.round(busyMs)} ms: ${describe(request, seed)}`),
    `the heap grew by ${(heapGrowthBytes / 1024 / 1024).toFixed(1)} MB (at most ${HEAP_GROWTH_LIMIT_BYTES / 1024 / 1024})`,
    `the ledger has ${ledgerProblems.length} problems after ${orders.toLocaleString('en')} orders`,
    ...ledgerProblems.slice(0, FAULTS_SHOWN).map((problem) => `- ${problem}`),
    `${logged.length} errors were logged`,
    ...[...new Set(logged.map(errorIn))].slice(0, FAULTS_SHOWN).map((error) => `- ${error}`),
    isSound(report) ? 'The panel stood all of it.' : 'The panel did not stand it.',
  ].join('\n');
}

function oncePerKind(faults: Fault[]): { fault: Fault; count: number }[] {
  const kinds = new Map<string, { fault: Fault; count: number }>();
  for (const fault of faults) {
    const { method = '', target = '' } = fault.request ?? {};
    const kind = `${fault.what} ${method} ${target.split(/[?,]/, 1)[0]?.slice(0, 60)}`;
    kinds.set(kind, { fault, count: (kinds.get(kind)?.count ?? 0) + 1 });
  }
  return [...kinds.values()];
}

function describeFault({ what, request, answer }: Fault, seed: number): string {
  if (!request) return what;
  return `${what}: ${describe(request, seed)}${answer ? `\n    answered ${JSON.stringify(answer.slice(-200))}` : ''}`;
}

function describe({ number, caller, method, target, headers, body, framing }: FuzzRequest, seed: number): string {
  const shown = (text: string, length: number) =>
    text.length > length ? `${text.slice(0, length)}… (${text.length})` : text;
  return [
    `${method} ${shown(target, 160)} as ${caller}, --seed ${seed} --only ${number}`,
    `    ${shown(JSON.stringify(headers), 300)}, ${framing}`,
    `    ${shown(JSON.stringify(body.toString()), 300)}`,
  ].join('\n');
}

/** What a log line says that happened, without when and to whom. */
function errorIn(line: string): string {
  const [, error = line] = /"err":(.*)/.exec(line) ?? [];
  return error.slice(0, 300);
}
