import { Button, type ButtonProps, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, use } from 'react';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import type { Forward } from './forward.ts';
import type { Settling } from './use-settle.ts';

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
  return (
    <Flex
      // Among the other buttons of the details.
      display={inDetails ? 'contents' : 'flex'}
      gap="1.5"
      wrap="wrap"
      justify={{ base: 'start', md: 'end' }}
      minW={isUnknown ? { xl: '14rem' } : undefined}
    >
      {isUnknown && (
        <Button {...button} aria-label={t.boughtAsOf({ id })} onClick={() => handlers.askNumber(forward)}>
          {t.boughtAs}
        </Button>
      )}
      {(isUnknown || isRefused) && (
        <>
          <Button
            {...button}
            loading={task === 'not_bought'}
            aria-label={isUnknown ? t.notBoughtOf({ id }) : t.sendAgainOf({ id })}
            onClick={() => handlers.sendAgain(forward)}
          >
            {isUnknown ? t.notBought : t.sendAgain}
          </Button>
          <Button
            {...button}
            loading={task === 'refund'}
            aria-label={t.refundOf({ id })}
            onClick={() => handlers.refund(forward)}
          >
            {t.refund}
          </Button>
        </>
      )}
      {state === 'accepted' && (
        <Button
          {...button}
          loading={task === 'refresh'}
          aria-label={t.refreshOf({ id })}
          onClick={() => handlers.refresh(forward)}
        >
          {t.refresh}
        </Button>
      )}
      {forward.flag === 'completed_with_remains' && forward.hasRefill && (
        <Button
          {...button}
          loading={task === 'refill'}
          aria-label={t.refillOf({ id })}
          onClick={() => handlers.askRefill(forward)}
        >
          {t.refill}
        </Button>
      )}
      {forward.flag !== null && state !== 'unknown' && !isRefused && (
        <Button
          {...button}
          loading={task === 'resolve'}
          aria-label={t.resolveOf({ id })}
          onClick={() => handlers.resolve(forward)}
        >
          {t.resolve}
        </Button>
      )}
      {!inDetails && (
        <Button
          {...button}
          variant="ghost"
          aria-label={t.detailsOf({ id })}
          onClick={() => handlers.openDetails(forward)}
        >
          {t.details}
        </Button>
      )}
    </Flex>
  );
}
