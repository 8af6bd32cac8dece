import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs, TRPCBuiltRouter } from '@trpc/server';
import type { AppRouter as ServerRouter } from '#server/api/router.ts';
import { type Procedures, type ProceduresOf, type RouterTypes, typeOnly } from './contract.ts';

const admin =
  typeOnly<
    ProceduresOf<
      TRPCClient<ServerRouter>['admin'],
      inferRouterInputs<ServerRouter>['admin'],
      inferRouterOutputs<ServerRouter>['admin'],
      'admin.'
    >
  >();

/** The customers' procedures and the admin's by their names. */
export type AdminProcedures = Procedures & { admin: typeof admin };

/** The type of the panel's router with the admin's procedures, for tools that take one. */
export type AdminRouter = TRPCBuiltRouter<RouterTypes, AdminProcedures>;
