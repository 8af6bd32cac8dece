import { Button, Dialog, Portal, Stack } from '@chakra-ui/react';
import { useId } from 'react';
import { z } from 'zod';
import { decideRechargeInput } from '../../../../../shared/balance.ts';
import { TextAreaField } from '../../../components/fields.tsx';
import { useSchemaForm } from '../../../lib/form.ts';

export const reasonForm = z.object({ reason: decideRechargeInput.shape.reason });

interface RejectDialogProps {
  title: string;
  /** What becomes of the money. */
  text: string;
  onConfirm: (reason?: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a reason before something is rejected. Mount it when it opens. */
export function RejectDialog({ title, text, onConfirm, onClose }: RejectDialogProps) {
  const formId = useId();
  const { register, handleSubmit, formState } = useSchemaForm(reasonForm, { reason: '' });
  const { isSubmitting, errors } = formState;
  return (
    <Dialog.Root
      open
      role="alertdialog"
      placement="center"
      size="sm"
      closeOnEscape={!isSubmitting}
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Stack asChild gap="4">
                <form id={formId} noValidate onSubmit={handleSubmit(({ reason }) => onConfirm(reason))}>
                  <Dialog.Description>{text}</Dialog.Description>
                  <TextAreaField
                    label="Reason"
                    optional
                    rows={2}
                    maxLength={500}
                    hint="The customer sees it."
                    error={errors.reason}
                    {...register('reason')}
                  />
                </form>
              </Stack>
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" disabled={isSubmitting} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" form={formId} colorPalette="red" loading={isSubmitting} loadingText="Rejecting…">
                Reject
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
