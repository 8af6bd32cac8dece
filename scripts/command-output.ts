/** Nano-dollars as a text with all digits, such as `$3.000000000`. */
export function dollarsOf(nanos: bigint | string): string {
  const amount = BigInt(nanos);
  const digits = String(amount < 0n ? -amount : amount).padStart(10, '0');
  return `${amount < 0n ? '-' : ''}$${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

/** Is aborted by the first Ctrl-C or SIGTERM, so that the command can clean up. */
export function endedBySignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}
