import { Button, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { type RequestKind, requestKinds } from '#shared/request-status.ts';
import { requestKindTexts, requestTexts } from '../../i18n/en/requests.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { useNow } from '../../lib/use-now.ts';
import { kindIcons } from './request-look.tsx';
import { possibleKinds } from './request-state.ts';
import { whyNot } from './request-words.ts';
import { useAsk } from './use-ask.ts';

type Order = Outputs['orders']['get'];

interface AskRowsProps {
  order: Order;
  /** Without the kinds that are not possible now. */
  possibleOnly?: boolean;
}

/** A button for each request, with what it does, or why it is not possible now. */
export function AskRows({ order, possibleOnly = false }: AskRowsProps) {
  const { ask, asking } = useAsk(order);
  const kinds = possibleOnly ? possibleKinds(order.askable) : requestKinds;
  return (
    <Flex direction="column" gap="2">
      {kinds.map((kind) => (
        <AskRow key={kind} order={order} kind={kind} asking={asking} onAsk={() => void ask(kind)} />
      ))}
    </Flex>
  );
}

interface AskRowProps {
  order: Order;
  kind: RequestKind;
  /** The request that is being sent. */
  asking: RequestKind | null;
  onAsk: () => void;
}

function AskRow({ order: { askable, status }, kind, asking, onAsk }: AskRowProps) {
  const t = useStore(requestTexts);
  const names = useStore(requestKindTexts);
  const now = useNow();
  const reasonId = useId();
  const { possible, block, at } = askable[kind];
  const hints = { refill: t.refillHint, cancel: t.cancelHint, speed_up: t.speedUpHint };
  return (
    <Flex align="center" gap="3" minH="10">
      <Button
        size="sm"
        variant="outline"
        flexShrink="0"
        minW="9.25rem"
        justifyContent="start"
        aria-describedby={reasonId}
        disabled={!possible || (asking !== null && asking !== kind)}
        loading={asking === kind}
        onClick={onAsk}
      >
        {kindIcons[kind]} {names[kind]}
      </Button>
      <Span id={reasonId} textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
        {possible ? hints[kind] : whyNot({ kind, block, at, status }, now)}
      </Span>
    </Flex>
  );
}
