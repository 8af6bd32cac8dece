import { Box, Button, createToaster, Dialog, Link, Stack, Toast, Toaster } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { LuCircleCheck, LuCircleX, LuTriangleAlert } from 'react-icons/lu';
import { Link as RouterLink } from 'react-router-dom';
import { toastTexts } from '../../i18n/en/common.ts';
import { $language } from '../../i18n/language.ts';
import { ContactUs } from '../contact-us.tsx';
import { Modal } from '../modal.tsx';
import { sendsToSupport } from '../sends-to-support.ts';
import { isSidebarOpen } from '../sidebar.ts';
import { type Question, type ToastLink, type Tone, takeToast, useToasts } from './toasts.ts';

const toasterAt = (placement: 'bottom-start' | 'top') =>
  createToaster({
    placement,
    offsets: { top: '4.5rem', bottom: '0.5rem', left: '0.5rem', right: '0.5rem' },
    overlap: true,
    pauseOnPageIdle: true,
    duration: 5000,
  });
/**
 * Away from the next target of a click, such as a row's actions, a drawer's footer, the chat or the bottom bar: above the open
 * sidebar, or without it below the top bar with the balance.
 */
const aboveSidebar = toasterAt('bottom-start');
const belowTopBar = toasterAt('top');
const toasters = [aboveSidebar, belowTopBar];
/** A toast with a link, or about an earlier action, stays longer. */
const LINK_MS = 20_000;

/** The styles of toasts by tone. */
const looks = {
  success: { color: 'fg.success', icon: <LuCircleCheck /> },
  warning: { color: 'fg.warning', icon: <LuTriangleAlert /> },
  error: { color: 'fg.error', icon: <LuCircleX /> },
};

/**
 * Renders the toasts and dialogs of `toasts.ts`: successes, warnings and late refusals as toasts, failures and questions as alert
 * dialogs.
 */
export default function ToastHost() {
  const { toasts, questions } = useToasts();
  const t = useStore(toastTexts);
  const shown = useRef(0);

  useEffect(() => {
    for (const { id, tone, title, text, link } of toasts) {
      if (id <= shown.current) continue;
      shown.current = id;
      // The toaster renders synchronously, which React refuses within an effect.
      const lasting = link || tone === 'error' ? { duration: LINK_MS, meta: { link } } : {};
      const toaster = isSidebarOpen() ? aboveSidebar : belowTopBar;
      queueMicrotask(() => toaster.create({ type: tone, title, description: text, closable: true, ...lasting }));
      takeToast(id);
    }
  }, [toasts]);
  // The next user must not see toasts about earlier actions.
  useEffect(() => () => toasters.forEach((toaster) => toaster.remove()), []);

  return (
    <>
      {toasters.map((toaster) => (
        <ToastsOf key={toaster.attrs.placement} toaster={toaster} dismissLabel={t.dismiss} />
      ))}
      {questions[0] && <QuestionDialog key={questions[0].id} question={questions[0]} />}
    </>
  );
}

interface ToastsOfProps {
  toaster: (typeof toasters)[number];
  dismissLabel: string;
}

function ToastsOf({ toaster, dismissLabel }: ToastsOfProps) {
  return (
    <Toaster toaster={toaster} insetInline={{ mdDown: '4' }}>
      {(toast) => (
        <Toast.Root width={toaster === aboveSidebar ? '60' : { md: 'sm' }} bg="bg.panel" color="fg" borderWidth="1px">
          <Box color={looks[toast.type as Tone].color} fontSize="lg" lineHeight="1.25rem" aria-hidden>
            {looks[toast.type as Tone].icon}
          </Box>
          <Stack gap="0.5" flex="1" minW="0">
            <Toast.Title>{toast.title}</Toast.Title>
            {toast.description && <Toast.Description color="fg.muted">{toast.description}</Toast.Description>}
            {toast.meta?.link && (
              <LinkOf link={toast.meta.link as ToastLink} onFollow={() => toaster.dismiss(toast.id)} />
            )}
          </Stack>
          <Toast.CloseTrigger aria-label={dismissLabel} />
        </Toast.Root>
      )}
    </Toaster>
  );
}

function LinkOf({ link: { to, label }, onFollow }: { link: ToastLink; onFollow: () => void }) {
  return (
    <Link asChild fontWeight="semibold" textDecoration="underline" textUnderlineOffset="3px" alignSelf="start" py="1">
      <RouterLink to={to} onClick={onFollow}>
        {label}
      </RouterLink>
    </Link>
  );
}

function QuestionDialog({ question }: { question: Question }) {
  useStore($language);
  const { texts, tone, answer } = question;
  const { title, text, confirmLabel, cancelLabel } = texts();
  const safeChoice = useRef<HTMLButtonElement>(null);
  const isDanger = tone === 'danger';
  return (
    <Modal
      role="alertdialog"
      size="sm"
      lazyMount
      unmountOnExit
      initialFocusEl={() => safeChoice.current}
      onClose={() => answer(false)}
    >
      <Dialog.Header alignItems="center">
        {tone === 'error' && (
          <Box color="fg.error" fontSize="xl" aria-hidden>
            <LuCircleX />
          </Box>
        )}
        <Dialog.Title overflowWrap="anywhere">{title}</Dialog.Title>
      </Dialog.Header>
      {text && (
        <Dialog.Body pt="0">
          <Dialog.Description overflowWrap="anywhere">{text}</Dialog.Description>
          {sendsToSupport(text) && <ContactUs isBlocked mt="4" />}
        </Dialog.Body>
      )}
      <Dialog.Footer>
        {cancelLabel && (
          <Button ref={safeChoice} variant="outline" onClick={() => answer(false)}>
            {cancelLabel}
          </Button>
        )}
        <Button
          {...(cancelLabel ? {} : { ref: safeChoice })}
          colorPalette={isDanger ? 'red' : 'brand'}
          onClick={() => answer(true)}
        >
          {confirmLabel}
        </Button>
      </Dialog.Footer>
    </Modal>
  );
}
