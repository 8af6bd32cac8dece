import { balanceCalls } from './balance-calls.ts';
import type { Call } from './call.ts';
import { orderCalls } from './order-calls.ts';
import { serviceCalls } from './service-calls.ts';
import { refreshCall, userCalls } from './user-calls.ts';

/** Every call of the REST API. Routes, the OpenAPI document and the tests derive from this list. */
export const calls: Call[] = [...userCalls, ...serviceCalls, ...orderCalls, ...balanceCalls, refreshCall];
