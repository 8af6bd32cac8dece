import { Button, type ButtonProps, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, use } from 'react';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import type { Forward } from './forward.ts';
import type { Settling, Task } from './use-settle.ts';

export interface ForwardHandlers extends Settling {
  /** Asks for the number at the supplier. */
  askNumber: (forward: Forward) => void;
  openDetails: (forward: Forward) => void;
}

/** The page's handlers for the buttons in its rows. */
export const ForwardHandlersContext = createContext<ForwardHandlers | null>(null);

interface ForwardActionsProps {
  forward: Forward;
  look?: ButtonProps;
  /** Whether its details are open around it. */
  inDetails?: boolean;
}

/** One press each: the three answers to an unknown purchase, the two to a refused one, or a new reading of the status. */
export function ForwardActions({ forward, look, inDetails = false }: ForwardActionsProps) {
  const t = useStore(forwardTexts);
  const handlers = use(ForwardHandlersContext);
  if (!handlers) return null;
  const { state, orderStatus } = forward;
  const id = String(forward.orderId);
  const task = handlers.pending.get(String(forward.id));
  const button: ButtonProps = { variant: 'outline', disabled: task !== undefined, ...look };
  const isUnknown = state === 'unknown';
  // The order of a refused purchase may have been decided since.
  const isRefused = state === 'refused' && (orderStatus === 'pending' || orderStatus === 'processing');
  const actions: (Act | false)[] = [
    isUnknown && { text: t.boughtAs, label: t.boughtAsOf({ id }), act: handlers.askNumber },
    isUnknown && { task: 'not_bought', text: t.notBought, label: t.notBoughtOf({ id }), act: handlers.sendAgain },
    isRefused && { task: 'not_bought', text: t.sendAgain, label: t.sendAgainOf({ id }), act: handlers.sendAgain },
    (isUnknown || isRefused) && { task: 'refund', text: t.refund, label: t.refundOf({ id }), act: handlers.refund },
    state === 'accepted' && { task: 'refresh', text: t.refresh, label: t.refreshOf({ id }), act: handlers.refresh },
    forward.flag === 'completed_with_remains' &&
      forward.hasRefill && { task: 'refill', text: t.refill, label: t.refillOf({ id }), act: handlers.askRefill },
    forward.flag !== null &&
      !isUnknown &&
      !isRefused && { task: 'resolve', text: t.resolve, label: t.resolveOf({ id }), act: handlers.resolve },
    !inDetails && { text: t.details, label: t.detailsOf({ id }), act: handlers.openDetails, variant: 'ghost' },
  ];
  return (
    <Flex
      // Among the other buttons of the details.
      display={inDetails ? 'contents' : 'flex'}
      gap="1.5"
      wrap="wrap"
      justify={{ base: 'start', md: 'end' }}
      minW={isUnknown ? { xl: '14rem' } : undefined}
    >
      {actions.map(
        (action) =>
          action && (
            <Button
              key={action.label}
              {...button}
              {...(action.variant && { variant: action.variant })}
              loading={action.task !== undefined && action.task === task}
              loadingText={action.task === 'refresh' ? handlers.line : undefined}
              aria-label={action.label}
              onClick={() => action.act(forward)}
            >
              {action.text}
            </Button>
          ),
      )}
    </Flex>
  );
}

/** A button of a row. Its name for screen readers has the number of the order. */
interface Act {
  task?: Task;
  text: string;
  label: string;
  act: (forward: Forward) => void;
  variant?: 'ghost';
}
