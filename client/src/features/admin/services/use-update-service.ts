import { useState } from 'react';
import { serviceFormTexts } from '../../../i18n/en/admin/admin-services.ts';
import { applyFieldErrors, readError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showError, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';
import type { Service } from './service.ts';
import { asTyped, changedServiceForm, type TypedService, whyNotSaved } from './service-form.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

export interface OpenedService {
  /** As it was when the form was opened. */
  service: Service;
  onClose: () => void;
}

/** A field at the opening of the form, as saved by another admin, and in this form. */
export interface FieldConflict {
  field: keyof TypedService;
  was: string | boolean;
  now: string | boolean;
  typed: string | boolean;
}

/**
 * The form of an existing service. If another admin has changed it in the meantime, nothing is saved: untouched fields take the new
 * values, the others are displayed as conflicts, and a second save overwrites them.
 */
export function useUpdateService({ service, onClose }: OpenedService) {
  const readAgain = useReadServicesAgain();
  const { mutateAsync } = trpc.admin.services.update.useMutation();
  const form = useSchemaForm(changedServiceForm, asTyped(service));
  const { isDirty } = form.formState;
  const [seen, setSeen] = useState({ typed: asTyped(service), updatedAt: service.updatedAt });
  const [conflicts, setConflicts] = useState<FieldConflict[] | null>(null);

  const submit = form.handleSubmit(async (fields) => {
    const t = serviceFormTexts.get();
    try {
      await mutateAsync({ id: service.id, ...fields, expectedUpdatedAt: seen.updatedAt });
      showSuccess(t.updated, fields.name);
      void readAgain();
      onClose();
    } catch (error) {
      const { changedTo } = readError(error).details;
      if (changedTo) {
        const { updatedAt, ...now } = changedTo;
        const typed = form.getValues();
        setConflicts(conflictsOf({ was: seen.typed, now: asTyped(now), typed }));
        setSeen({ typed: asTyped(now), updatedAt });
        form.reset(asTyped(now), { keepDirtyValues: true });
        void readAgain();
      } else if (applyFieldErrors(form, error) !== null)
        void showError(t.updateFailed, whyNotSaved(error, t.updateFailedText));
    }
  });

  const close = () => closeForm(isDirty, onClose);

  return { form, submit, close, conflicts };
}

function conflictsOf({ was, now, typed }: Record<'was' | 'now' | 'typed', TypedService>): FieldConflict[] {
  const fields = Object.keys(now) as (keyof TypedService)[];
  return fields
    .filter((field) => was[field] !== now[field])
    .map((field) => ({
      field,
      was: was[field] ?? '',
      now: now[field] ?? '',
      // An untouched field has the other admin's value.
      typed: (typed[field] === was[field] ? now[field] : typed[field]) ?? '',
    }));
}
