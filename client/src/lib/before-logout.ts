const PATIENCE_MS = 5000;
const farewells = new Set<() => Promise<void>>();

/** Registers work that needs the session and runs before a logout ends it. */
export function beforeLogout(farewell: () => Promise<void>): void {
  farewells.add(farewell);
}

/** Whether such work may be pending. */
export function hasFarewells(): boolean {
  return farewells.size > 0;
}

/** Runs the pending work, for at most 5000 ms. */
export async function sayFarewell(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled([...farewells].map((farewell) => farewell())), patience]);
}
