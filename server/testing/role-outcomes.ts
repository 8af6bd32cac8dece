import type { ErrorCode } from '#shared/errors.ts';
import { type RoleColumn, roleColumns } from './role-scene.ts';

/** It succeeds, it is refused, or (`-`) it can't refer to another user's rows and is not tried. */
type Outcome = 'ok' | '-' | ErrorCode;
export type Row = readonly [Outcome, Outcome, Outcome, Outcome, Outcome];

/** The outcomes in the order of `roleColumns`. */
export const ANYONE: Row = ['ok', 'ok', '-', 'ok', 'ok'];
export const BY_MAIL: Row = ['ok', 'ok', 'ok', 'ok', 'ok'];
export const SIGNED_IN: Row = ['unauthenticated', 'ok', '-', 'blocked', 'ok'];
export const OWNER: Row = ['unauthenticated', 'ok', 'not_found', 'blocked', 'not_found'];
export const OWNER_OR_ADMIN: Row = ['unauthenticated', 'ok', 'not_found', 'blocked', 'ok'];
export const ADMIN: Row = ['unauthenticated', 'forbidden', '-', 'blocked', 'ok'];
/** The call can refer to another customer. */
export const ADMIN_OF_OTHERS: Row = ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'];
export const LOGIN: Row = ['ok', 'ok', '-', 'blocked', 'ok'];
export const REFRESH: Row = ['session_ended', 'ok', '-', 'blocked', 'ok'];
export const NO_SIGNATURE: Row = [
  'signature_invalid',
  'signature_invalid',
  '-',
  'signature_invalid',
  'signature_invalid',
];
export const NO_CALLER: Row = ['not_found', 'not_found', '-', 'not_found', 'not_found'];

/** The outcome in a column. */
export function expectedOf(row: Row, column: RoleColumn): Outcome {
  return row[roleColumns.indexOf(column)] ?? '-';
}
