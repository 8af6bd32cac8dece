import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AdminRouter } from './admin-contract.ts';
import { createPanel as createCustomersPanel, type PanelOptions } from './create-panel.ts';

export type { AdminRouter as AppRouter } from './admin-contract.ts';
export type { PanelOptions } from './create-panel.ts';

/** A client of the panel with the admin's procedures: `panel.admin.orders.decide.mutate(…)`. */
export type Panel = TRPCClient<AdminRouter>;

/** The inputs of all procedures: `PanelInputs['admin']['orders']['decide']`. */
export type PanelInputs = inferRouterInputs<AdminRouter>;
/** The results of all procedures. */
export type PanelOutputs = inferRouterOutputs<AdminRouter>;

/**
 * Creates a client of the panel with the admin's procedures, which behaves as the one of `panel-client`. Each needs an admin's key with its scope.
 * @throws TypeError if `url` is not an http(s) address or `key` is empty
 */
export function createPanel(options: PanelOptions): Panel {
  // The client finds procedures by their names as they are called: only the types differ.
  return createCustomersPanel(options) as unknown as Panel;
}
