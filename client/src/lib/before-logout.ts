const PATIENCE_MS = 5000;
const farewells = new Set<() => Promise<void>>();

/** Has something done before the session ends by a logout, as it needs it. */
export function beforeLogout(farewell: () => Promise<void>): void {
  farewells.add(farewell);
}

/** Whether anything may be left to do. */
export function hasFarewells(): boolean {
  return farewells.size > 0;
}

/** Does what is still to be done, within 5000 ms. */
export async function sayFarewell(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled([...farewells].map((farewell) => farewell())), patience]);
}
