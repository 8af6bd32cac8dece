import type { TRPCClient } from '@trpc/client';
import type {
  inferRouterInputs,
  inferRouterOutputs,
  TRPCBuiltRouter,
  TRPCErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server';
import type { AppRouter as ServerRouter } from '#server/api/router.ts';
import type { ClosedProcedure } from '#server/base/identity/keys/scopes.ts';
import type { ErrorCode as ServerErrorCode, ErrorDetails as ServerErrorDetails } from '#shared/errors.ts';
import type { Change as ServerChange } from '#shared/live.ts';
import type { Micros, Nanos, PaisaPerDollar, Taka } from '#shared/money.ts';
import type { MoneySum } from '#shared/money-sum.ts';

/** Types that a declaration writes by their name. */
type Named = Nanos | Micros | Taka | PaisaPerDollar | MoneySum;

type NameOf<T> = T extends Nanos
  ? Nanos
  : T extends Micros
    ? Micros
    : T extends Taka
      ? Taka
      : T extends PaisaPerDollar
        ? PaisaPerDollar
        : MoneySum;

/**
 * A type with all its fields written out. The compiler writes the type of an inferred constant in full, so the declarations of this
 * file name nothing of the server.
 */
type Expanded<T> = T extends Named
  ? NameOf<T>
  : T extends (infer Item)[]
    ? Expanded<Item>[]
    : T extends object
      ? T extends infer Fields
        ? { [Name in keyof Fields]: Expanded<Fields[Name]> }
        : never
      : T;

/** The procedures of a router that keys may call, from the ways in which its client calls them. @typeParam Prefix of their names */
export type ProceduresOf<Client, Inputs, Outputs, Prefix extends string = ''> = Inputs extends infer All
  ? {
      [Name in keyof All & keyof Client & keyof Outputs & string as IsOpen<
        Client[Name],
        All[Name],
        `${Prefix}${Name}`
      > extends true
        ? Name
        : never]: Procedure<Client[Name], All[Name], Outputs[Name], `${Prefix}${Name}`>;
    }
  : never;

/** Whether a procedure is open to keys, or a router has one that is. */
type IsOpen<Call, Input, Path extends string> = Path extends ClosedProcedure
  ? false
  : Call extends { query: unknown } | { mutate: unknown } | { subscribe: unknown }
    ? true
    : true extends {
          [Name in keyof Call & keyof Input & string]: IsOpen<Call[Name], Input[Name], `${Path}.${Name}`>;
        }[keyof Call & keyof Input & string]
      ? true
      : false;

type Procedure<Call, Input, Output, Path extends string> = Call extends { query: (...args: never[]) => unknown }
  ? TRPCQueryProcedure<{ input: Expanded<Input>; output: Expanded<Output>; meta: unknown }>
  : Call extends { mutate: (...args: never[]) => unknown }
    ? TRPCMutationProcedure<{ input: Expanded<Input>; output: Expanded<Output>; meta: unknown }>
    : Call extends { subscribe: (input: never, options: infer Options) => unknown }
      ? TRPCSubscriptionProcedure<{ input: Expanded<Input>; output: StreamOf<Options>; meta: unknown }>
      : ProceduresOf<Call, Input, Output, `${Path}.`>;

/** The stream behind the options of a subscription. */
type StreamOf<Options> = Options extends { onData?: ((value: infer Value) => void) | undefined }
  ? AsyncIterable<Expanded<Value>, void, unknown>
  : never;

/** Exists for its result type only: nothing imports a value of this file. */
export function typeOnly<T>(..._unused: T[]): T {
  throw new Error('The contract has types only');
}

type Customers<All> = Omit<All, 'admin'>;

const procedures =
  typeOnly<
    ProceduresOf<
      Customers<TRPCClient<ServerRouter>>,
      Customers<inferRouterInputs<ServerRouter>>,
      Customers<inferRouterOutputs<ServerRouter>>
    >
  >();
const errorCode = typeOnly<Expanded<ServerErrorCode>>();
const errorDetails = typeOnly<Expanded<ServerErrorDetails>>();
const change = typeOnly<Expanded<ServerChange>>();

/** The customers' procedures by their names. */
export type Procedures = typeof procedures;

/** The code of an error that the panel answers. */
export type ErrorCode = typeof errorCode;

/** Facts of an error that a program can act on. */
export type ErrorDetails = typeof errorDetails;

/** A change notification: it says what to read again, never the new value. */
export type Change = typeof change;

/** `data` of every error that the panel answers, in addition to tRPC's own fields. */
export interface ErrorData {
  code: string;
  httpStatus: number;
  path?: string;
  domainCode: ErrorCode;
  fieldErrors: Record<string, string[]> | null;
  details: ErrorDetails | null;
  /** The request's id in the panel's log, for questions to its admins. */
  traceId: string | null;
  /** The idempotency key of a mutation, sent or made by the panel. */
  requestId?: string;
}

export interface RouterTypes {
  ctx: object;
  meta: object;
  errorShape: TRPCErrorShape<ErrorData>;
  transformer: false;
}

/** The type of the panel's router, for tools that take one: `createTRPCReact<AppRouter>()`. */
export type AppRouter = TRPCBuiltRouter<RouterTypes, Procedures>;
