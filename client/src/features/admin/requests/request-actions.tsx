import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { DecideButtons, useDecideLook } from '../review-queue/decide-buttons.tsx';
import type { QueueHandle } from '../review-queue/declaration.ts';
import { type Request, requestActions } from './request-decisions.ts';

interface RequestActionsProps {
  request: Request;
  queue: QueueHandle<Request>;
  /** Whether the request's details are open around it. */
  inDetails?: boolean;
}

const { done, reject } = requestActions;
/** Of an accepted request, Done is the next step. */
const afterAccepting = { approve: done, reject };

/** Accept, Reject, and Done for a refill or a speed-up. */
export function RequestActions({ request, queue, inDetails = false }: RequestActionsProps) {
  useStore(adminRequestTexts);
  const { isLarge, ...look } = useDecideLook(inDetails);
  const isAccepted = request.status === 'accepted';
  const { label, send } = done.words();
  return (
    <DecideButtons
      queue={queue}
      actions={isAccepted ? afterAccepting : requestActions}
      row={request}
      inDetails={inDetails}
    >
      {!isAccepted && done.canRun(request) && (
        <Button
          {...look}
          variant="outline"
          aria-label={send(queue.rowName(request.id))}
          onClick={() => queue.run(request, done)}
        >
          {isLarge && <done.icon aria-hidden />} {label}
        </Button>
      )}
    </DecideButtons>
  );
}
