import { Box, CloseButton, Drawer, Flex, Heading, IconButton, Portal, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LuChevronDown, LuChevronUp } from 'react-icons/lu';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { useHasRoom } from '../use-is-table.ts';

interface Query<Row> {
  data: Row | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface DetailsFrameProps<Row> extends Pick<FrameProps, 'title' | 'path' | 'step' | 'onClose'> {
  query: Query<Row>;
  status: (row: Row) => ReactNode;
  /** The decisions; they stay visible. */
  footer: (row: Row) => ReactNode;
  children: (row: Row) => ReactNode;
}

interface FrameProps {
  /** "Order 1042". */
  title: string;
  /** Its address, for the copied link. */
  path: string;
  /** Moves to the next or previous row of the list; undefined if the list does not contain it. */
  step: ((by: 1 | -1) => void) | undefined;
  onClose: () => void;
  status: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/** One row's details: a pane next to the list if there is room for both, else a drawer over it. */
export function DetailsFrame<Row>({ query, status, footer, children, ...frame }: DetailsFrameProps<Row>) {
  const Frame = useHasRoom() ? Pane : Sheet;
  const row = query.data;
  return (
    <Frame {...frame} status={row && status(row)} footer={row && footer(row)}>
      {row ? (
        <Stack gap="6">{children(row)}</Stack>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingStack heights={['6', '6', '6', '6', '6', '6']} />
      )}
    </Frame>
  );
}

function Pane({ title, status, children, footer, path, step, onClose }: FrameProps) {
  const t = useStore(queueTexts);
  const headingRef = useFocusWhileOpen();
  return (
    <Flex
      as="aside"
      aria-label={t.details}
      direction="column"
      position="sticky"
      top="calc(var(--under-bar) + 1rem)"
      w="96"
      flexShrink="0"
      maxH="calc(100dvh - var(--under-bar) - 2rem)"
      borderWidth="1px"
      borderRadius="l2"
      bg="bg"
    >
      <Flex align="center" gap="2" ps="4" pe="2" py="2" borderBottomWidth="1px">
        <Heading as="h2" size="md" ref={headingRef} tabIndex={-1} outline="none" whiteSpace="nowrap">
          {title}
        </Heading>
        {status}
        <Tools size="2xs" path={path} step={step} />
        <CloseButton size="2xs" aria-label={t.closeDetails} onClick={onClose} />
      </Flex>
      {/* It scrolls by itself, so it must be focusable. */}
      <Box flex="1" minH="0" overflowY="auto" px="4" py="4" tabIndex={0} role="region" aria-label={title}>
        {children}
      </Box>
      <Box borderTopWidth="1px" px="4" py="3" css={goneWhenEmpty}>
        {footer}
      </Box>
    </Flex>
  );
}

/** Focuses the details when they open, and restores the focus when they close. */
function useFocusWhileOpen() {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    headingRef.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return headingRef;
}

/** A final decision leaves no buttons. */
const goneWhenEmpty = { '&:not(:has(button, [role=status]))': { display: 'none' } } as const;

function Tools({ size, path, step }: Pick<FrameProps, 'path' | 'step'> & { size: 'xs' | '2xs' }) {
  const t = useStore(queueTexts);
  return (
    <Flex ms="auto" flexShrink="0">
      <IconButton size={size} variant="ghost" aria-label={t.keyPrevious} disabled={!step} onClick={() => step?.(-1)}>
        <LuChevronUp />
      </IconButton>
      <IconButton size={size} variant="ghost" aria-label={t.keyNext} disabled={!step} onClick={() => step?.(1)}>
        <LuChevronDown />
      </IconButton>
      <CopyButton size={size} value={window.location.origin + path} label={t.link} />
    </Flex>
  );
}

/** `data-page-keys`: the list's keys work while it is open. */
function Sheet({ title, status, children, footer, path, step, onClose }: FrameProps) {
  const t = useStore(queueTexts);
  const [isOpen, setOpen] = useState(true);
  const titleRef = useRef<HTMLHeadingElement>(null);
  return (
    <Drawer.Root
      open={isOpen}
      placement="end"
      size="md"
      onOpenChange={({ open }) => setOpen(open)}
      onExitComplete={onClose}
      initialFocusEl={() => titleRef.current}
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content data-page-keys>
            <Drawer.Header
              gap="2"
              rowGap="1"
              ps={{ base: '4', md: '6' }}
              pe="12"
              flexWrap="wrap"
              alignItems="center"
              justifyContent="start"
            >
              <Drawer.Title ref={titleRef} tabIndex={-1} outline="none" whiteSpace="nowrap">
                {title}
              </Drawer.Title>
              {status}
              <Tools size="xs" path={path} step={step} />
            </Drawer.Header>
            <Drawer.Body>{children}</Drawer.Body>
            <Drawer.Footer borderTopWidth="1px" display="block" css={goneWhenEmpty}>
              {footer}
            </Drawer.Footer>
            <Drawer.CloseTrigger asChild>
              <CloseButton aria-label={t.closeDetails} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
