import { Box, Button, Dialog, Flex, IconButton, Portal, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { LuPencil, LuPlus, LuTrash2 } from 'react-icons/lu';
import { type SavedReply, typedSavedReply } from '#shared/saved-replies.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm, runChange } from '../run-change.ts';

/** Edits the saved replies. Mount it when it opens. */
export default function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  if (edited) {
    return <SavedReplyDialog reply={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />;
  }
  return (
    <Dialog.Root
      open
      placement="center"
      size="lg"
      scrollBehavior="inside"
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>Saved Replies</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Replies onEdit={setEdited} />
            </Dialog.Body>
            <Dialog.Footer borderTopWidth="1px" pt="4">
              <Button variant="outline" onClick={onClose}>
                Close
              </Button>
              <Button colorPalette="brand" onClick={() => setEdited('new')}>
                <LuPlus aria-hidden /> New saved reply
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Replies({ onEdit }: { onEdit: (reply: SavedReply) => void }) {
  const query = trpc.admin.savedReplies.list.useQuery();
  const remove = useDelete();
  if (query.isPending) return <LoadingStack heights={['3rem', '3rem', '3rem']} />;
  if (!query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return <Text color="fg.muted">None yet. What you write often is chosen below a ticket with two presses.</Text>;
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
          <IconButton size="sm" variant="ghost" aria-label={`Edit ${reply.title}`} onClick={() => onEdit(reply)}>
            <LuPencil />
          </IconButton>
          <IconButton size="sm" variant="ghost" aria-label={`Delete ${reply.title}`} onClick={() => void remove(reply)}>
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
  return ({ id, title }: SavedReply): Promise<void> =>
    runChange({
      question: {
        title: 'Delete this saved reply?',
        text: `“${title}” is gone for every admin.`,
        confirmLabel: 'Delete',
      },
      send: () => mutateAsync({ id }),
      done: () => ['Saved reply deleted'],
      failed: 'The saved reply could not be deleted',
      refresh: () => utils.admin.savedReplies.invalidate(),
    });
}

interface SavedReplyDialogProps {
  /** Undefined for a new one. */
  reply: SavedReply | undefined;
  onClose: () => void;
}

/** One saved reply. Mount it when it opens. */
function SavedReplyDialog({ reply, onClose }: SavedReplyDialogProps) {
  const { form, submit, close } = useSaveReply({ reply, onClose });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <FormDialog
      title={reply ? 'Edit Saved Reply' : 'New Saved Reply'}
      size="lg"
      submitLabel="Save"
      pendingLabel="Saving…"
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      <TextField label="Title" autoComplete="off" dir="auto" error={errors.title} {...register('title')} />
      <TextAreaField
        label="Text"
        hint="{name} becomes the customer’s name, {order} what the ticket is about, such as “order #12”."
        minH="8rem"
        maxH="40dvh"
        dir="auto"
        error={errors.text}
        {...register('text')}
      />
    </FormDialog>
  );
}

function useSaveReply({ reply, onClose }: SavedReplyDialogProps) {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.savedReplies.save.useMutation();
  const form = useSchemaForm(typedSavedReply, { title: reply?.title ?? '', text: reply?.text ?? '' });
  const { isDirty } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    try {
      await mutateAsync(reply ? { id: reply.id, ...fields } : fields);
      showSuccess('Saved reply saved');
      await utils.admin.savedReplies.invalidate();
      onClose();
    } catch (error) {
      showFormError(form, error, 'Failed to save the saved reply');
    }
  });
  const close = () => closeForm(isDirty, onClose);
  return { form, submit, close };
}
