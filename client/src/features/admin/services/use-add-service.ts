import type { NamedServiceFields } from '../../../../../shared/services.ts';
import { applyFieldErrors } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showError, showSuccess } from '../../../lib/notices/notices.ts';
import { paths } from '../../../lib/paths.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { Service } from './service.ts';
import { asTyped, blankService, newServiceForm, type TypedService, whyNotSaved } from './service-form.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

const FAILED = 'There was an error processing your Service. Please try again.';

/**
 * The form of a new service. It stays open for the next one; what was typed stays where a request fails, and sending it again
 * adds nothing twice.
 * @param original what the fields begin with
 */
export function useAddService(original: Service | undefined) {
  const { requestId, renew } = useRequestId();
  const readAgain = useReadServicesAgain();
  const { mutateAsync } = trpc.admin.services.create.useMutation();
  const form = useSchemaForm<TypedService, NamedServiceFields>(
    newServiceForm,
    // A copy is another service, and the shop's own name belongs to one.
    original ? { ...asTyped(original), externalId: '' } : blankService,
  );

  const submit = form.handleSubmit(async (fields) => {
    try {
      const { name } = await mutateAsync({ ...fields, requestId });
      const link = { to: `${paths.manageServices}?q=${encodeURIComponent(name)}`, label: 'Show it' };
      showSuccess('Service Added Successful!', name, link);
      renew();
      form.reset(blankService);
      form.setFocus('name');
      await readAgain();
    } catch (error) {
      if (applyFieldErrors(form, error) !== null) void showError('Service Failed', whyNotSaved(error, FAILED));
    }
  });

  return { form, submit };
}
