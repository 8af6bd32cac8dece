import { Box, Button, Dialog, Flex, IconButton, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuPencil, LuPlus, LuTrash2 } from 'react-icons/lu';
import { type SavedReply, typedSavedReply } from '#shared/saved-replies.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { Modal } from '../../../lib/modal.tsx';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm, runChange } from '../run-change.ts';

/** Edits the saved replies. Mount it when it opens. */
export default function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const t = useStore(adminTicketTexts);
  const { close } = useStore(queueTexts);
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  if (edited) {
    return <SavedReplyDialog reply={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />;
  }
  return (
    <Modal size="lg" scrollBehavior="inside" onClose={onClose}>
      <Dialog.Header>
        <Dialog.Title>{t.savedRepliesTitle}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0">
        <Replies onEdit={setEdited} />
      </Dialog.Body>
      <Dialog.Footer borderTopWidth="1px" pt="4">
        <Button variant="outline" onClick={onClose}>
          {close}
        </Button>
        <Button colorPalette="brand" onClick={() => setEdited('new')}>
          <LuPlus aria-hidden /> {t.newReply}
        </Button>
      </Dialog.Footer>
    </Modal>
  );
}

function Replies({ onEdit }: { onEdit: (reply: SavedReply) => void }) {
  const t = useStore(adminTicketTexts);
  const query = trpc.admin.savedReplies.list.useQuery();
  const remove = useDelete();
  if (query.isPending) return <LoadingStack heights={['3rem', '3rem', '3rem']} />;
  if (!query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return <Text color="fg.muted">{t.savedRepliesNone}</Text>;
  }
  return (
    <Stack as="ul" listStyleType="none" gap="0">
      {query.data.map((reply) => (
        <Flex as="li" key={reply.id} gap="3" align="center" borderTopWidth="1px" py="2">
          <Box flex="1" minW="0" dir="auto">
            <Text fontWeight="semibold" truncate>
              {reply.title}
            </Text>
            <Text textStyle="xs" color="fg.muted" lineClamp="2" overflowWrap="anywhere">
              {reply.text}
            </Text>
          </Box>
          <IconButton
            size="sm"
            variant="ghost"
            aria-label={t.editReply({ title: reply.title })}
            onClick={() => onEdit(reply)}
          >
            <LuPencil />
          </IconButton>
          <IconButton
            size="sm"
            variant="ghost"
            aria-label={t.deleteReply({ title: reply.title })}
            onClick={() => void remove(reply)}
          >
            <LuTrash2 />
          </IconButton>
        </Flex>
      ))}
    </Stack>
  );
}

function useDelete() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.savedReplies.delete.useMutation();
  return ({ id, title }: SavedReply): Promise<void> => {
    const t = adminTicketTexts.get();
    return runChange({
      question() {
        const { deleteReplyAsk, deleteReplyText, deleteReplyYes } = adminTicketTexts.get();
        return { title: deleteReplyAsk, text: deleteReplyText({ title }), confirmLabel: deleteReplyYes };
      },
      send: () => mutateAsync({ id }),
      done: () => [t.replyDeleted],
      failed: t.deleteReplyFailed,
      refresh: () => utils.admin.savedReplies.invalidate(),
    });
  };
}

interface SavedReplyDialogProps {
  /** Undefined for a new one. */
  reply: SavedReply | undefined;
  onClose: () => void;
}

/** One saved reply. Mount it when it opens. */
function SavedReplyDialog({ reply, onClose }: SavedReplyDialogProps) {
  const t = useStore(adminTicketTexts);
  const { form, submit, close } = useSaveReply({ reply, onClose });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <FormDialog
      title={reply ? t.editReplyTitle : t.newReplyTitle}
      size="lg"
      submitLabel={t.save}
      pendingLabel={t.saving}
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      <TextField label={t.replyTitle} autoComplete="off" dir="auto" error={errors.title} {...register('title')} />
      <TextAreaField
        label={t.replyText}
        hint={t.replyHint({ name: '{name}', order: '{order}' })}
        minH="8rem"
        maxH="40dvh"
        dir="auto"
        error={errors.text}
        {...register('text')}
      />
      <TextAreaField
        label={t.replyTextBn}
        optional
        hint={t.replyTextBnHint}
        minH="8rem"
        maxH="40dvh"
        dir="auto"
        lang="bn"
        error={errors.textBn}
        {...register('textBn')}
      />
    </FormDialog>
  );
}

function useSaveReply({ reply, onClose }: SavedReplyDialogProps) {
  const t = useStore(adminTicketTexts);
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.savedReplies.save.useMutation();
  const form = useSchemaForm(typedSavedReply, {
    title: reply?.title ?? '',
    text: reply?.text ?? '',
    textBn: reply?.textBn ?? '',
  });
  const { isDirty } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    try {
      await mutateAsync(reply ? { id: reply.id, ...fields } : fields);
      showSuccess(t.replySaved);
      await utils.admin.savedReplies.invalidate();
      onClose();
    } catch (error) {
      showFormError(form, error, t.replySaveFailed);
    }
  });
  const close = () => closeForm(isDirty, onClose);
  return { form, submit, close };
}
