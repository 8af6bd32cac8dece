import { createPortal } from 'react-dom';
import AnnouncedJobs from './jobs/announced-jobs.tsx';
import HeldOutgoing from './outgoing/held-outgoing.tsx';

interface AdminFrameProps {
  /** The place above the page; null until it exists. */
  above: HTMLElement | null;
  /** The distance of the jobs from the window's start, on a wide screen: away from the rows' buttons. */
  start: string;
}

/** What is around every admin page: above it what a restore holds, below it the admin's jobs. */
export default function AdminFrame({ above, start }: AdminFrameProps) {
  return (
    <>
      {above && createPortal(<HeldOutgoing />, above)}
      <AnnouncedJobs start={start} />
    </>
  );
}
