import type { Page } from 'playwright-core';

export type Viewer = 'nobody' | 'customer' | 'admin';

/** What a screen shows of somebody's own. */
export interface Own {
  userId: number;
  /** Waits. */
  orderId: number;
  /** Can be approved again. */
  rejectedOrderId: number;
  /** Waits, and another one that waits has the same transaction ID. */
  rechargeId: number;
  /** Can be taken back. */
  approvedRechargeId: number;
  ticketId: number;
}

/** A screen as it is reached by its address, and what is then opened on it. */
export interface Screen {
  who: Viewer;
  path: (own: Own) => string;
  heading: RegExp;
  /** Opens a dialog or a menu; for what customers see, in either language. */
  open?: (page: Page) => Promise<void>;
  /** What then waits would be sent when the page goes on: it goes nowhere. */
  isHeld?: true;
}

/** A screen of admins. */
export function admin(path: string | Screen['path'], heading: RegExp, open?: Screen['open']): Screen {
  return { who: 'admin', path: typeof path === 'string' ? () => path : path, heading, ...(open && { open }) };
}
