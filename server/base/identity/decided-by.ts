import { type Reviewer, reviewerNames, reviewers } from '#shared/reviewers.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from './assert-admin.ts';

/** Who decides an order, a recharge or a request: an admin, or the panel by a supplier's status or by evidence. */
export type DecidedBy = Actor | { decider: Reviewer };

/** @throws DomainError `forbidden` for a customer */
export function assertMayDecide(by: DecidedBy): void {
  if (isPerson(by)) assertAdmin(by);
}

/** Whether an admin decides. */
export function isPerson(by: DecidedBy): by is Actor {
  return 'id' in by;
}

/** The columns that name who made a decision. */
export interface DecidedByColumns {
  actorId: number | null;
  decider: Reviewer | null;
}

/** The columns of a decision's event. */
export function decidedByColumns(by: DecidedBy): DecidedByColumns {
  return isPerson(by) ? { actorId: by.id, decider: null } : { actorId: null, decider: by.decider };
}

/** Whether an event's decision is by the same admin, or by the same automatic reviewer. */
export function isBySame(by: DecidedBy, made: DecidedByColumns | undefined): boolean {
  const { actorId, decider } = decidedByColumns(by);
  return made !== undefined && made.actorId === actorId && made.decider === decider;
}

interface NamedDecision {
  /** The admin's user name. */
  byName: string | null;
  decider: Reviewer | null;
}

/** Who decided, after "by" in a message; null if the panel closed it with its order. */
export function decidedByName({ byName, decider }: NamedDecision): string | null {
  return byName ?? (decider && reviewerNames[decider]);
}

/** The details of `already_decided` that name who decided. */
export function decidedByDetails({ byName, decider }: NamedDecision): { decidedBy?: string; decider?: Reviewer } {
  return { ...(byName !== null && { decidedBy: byName }), ...(decider && { decider }) };
}

/** The author of an event of a timeline: the customer, an admin, the panel itself, or who decided if no person did. */
export type Author = 'customer' | 'admin' | 'panel' | Reviewer;

/** Customers read that the shop decided, not that it buys from a supplier. */
export function withoutReviewer<By extends Author>(by: By): By | 'admin' {
  return reviewers.some((decider) => decider === by) ? 'admin' : by;
}
