import type { Page } from 'playwright-core';

export type Viewer = 'nobody' | 'customer' | 'admin';

/** The customer's data for a screen. */
export interface Own {
  userId: number;
  /** Pending. */
  orderId: number;
  /** Can be approved again. */
  rejectedOrderId: number;
  /** Pending, and everything can be asked for it. */
  askableOrderId: number;
  /** Completed, with an accepted refill. */
  requestedOrderId: number;
  /** Pending, and another pending one has the same transaction ID. */
  rechargeId: number;
  /** Can be reversed. */
  approvedRechargeId: number;
  ticketId: number;
  /** A package on sale, and a service that takes comments. */
  packageId: number;
  commentsId: number;
  /** Pending, with comments. */
  commentedOrderId: number;
}

/** A screen with its path, and what to open on it. */
export interface Screen {
  who: Viewer;
  path: (own: Own) => string;
  heading: RegExp;
  /** Fakes answers of the server, and then loads the page; in either language. */
  load?: (page: Page) => Promise<void>;
  /** Opens a dialog or a menu; on customer screens in either language. */
  open?: (page: Page) => Promise<void>;
  /** The waiting decision would be sent on navigation, so the page does not navigate. */
  isHeld?: true;
}

/** A screen of admins with faked answers. */
export function faked(
  path: string | Screen['path'],
  heading: RegExp,
  load: NonNullable<Screen['load']>,
  open?: Screen['open'],
): Screen {
  return { ...admin(path, heading, open), load };
}

/** A screen of admins. */
export function admin(path: string | Screen['path'], heading: RegExp, open?: Screen['open']): Screen {
  return { who: 'admin', path: typeof path === 'string' ? () => path : path, heading, ...(open && { open }) };
}
