/** State of a navigation to the login: a page for signed-in users has sent the visitor there. */
export const loginFirst = { loginFirst: true } as const;

/** @param state of the current location */
export function isLoginFirst(state: unknown): boolean {
  return (state as Partial<typeof loginFirst> | null)?.loginFirst === true;
}
