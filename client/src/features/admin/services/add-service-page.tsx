import { Button, Flex, Grid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuListChecks } from 'react-icons/lu';
import { useSearchParams } from 'react-router-dom';
import type { NamedServiceFields } from '#shared/services.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { serviceFormTexts } from '../../../i18n/en/admin/admin-services.ts';
import { applyFieldErrors } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { paths } from '../../../lib/paths.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { showError, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { FormPreview } from './form-preview.tsx';
import type { Service } from './service.ts';
import { ServiceFields } from './service-fields.tsx';
import { asTyped, blankService, newServiceForm, type TypedService, whyNotSaved } from './service-form.ts';
import { useReadServicesAgain } from './use-read-services-again.ts';

/** The form of a new service; `?copy=` fills it from an existing one. */
export default function AddServicePage() {
  const t = useStore(serviceFormTexts);
  const [params] = useSearchParams();
  const id = Number(params.get('copy'));
  const isCopy = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = trpc.admin.services.get.useQuery({ id }, { enabled: isCopy, staleTime: Infinity });
  return (
    <>
      <PageHeading title={t.heading} text={isCopy && data ? t.copyOf({ name: data.name }) : t.headingText}>
        <Button asChild variant="outline">
          <AppLink to={paths.manageServices}>
            <LuListChecks aria-hidden /> {t.manage}
          </AppLink>
        </Button>
      </PageHeading>
      {isCopy && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isCopy && !data && !error && <LoadingStack heights={['4rem', '4rem', '8rem', '4rem', '4rem']} maxW="3xl" />}
      {(!isCopy || data) && <AddServiceForm key={isCopy ? id : 'new'} original={isCopy ? data : undefined} />}
    </>
  );
}

function AddServiceForm({ original }: { original: Service | undefined }) {
  const t = useStore(serviceFormTexts);
  const { form, submit } = useAddService(original);
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem', xl: 'minmax(0, 1fr) 23rem' }}
      gap={{ base: '6', xl: '8' }}
      alignItems="start"
    >
      <Stack asChild gap="4" borderWidth="1px" borderRadius="l3" p={{ base: '4', md: '6' }}>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <ServiceFields form={form} />
          <Flex justify="end">
            <Button
              type="submit"
              colorPalette="brand"
              w={{ base: 'full', md: 'auto' }}
              loading={form.formState.isSubmitting}
              loadingText={t.adding}
            >
              {t.add}
            </Button>
          </Flex>
        </form>
      </Stack>
      <FormPreview form={form} position={{ lg: 'sticky' }} top="calc(var(--under-bar) + 1rem)" />
    </Grid>
  );
}

/**
 * The form of a new service. It stays open for the next one. After a failure it keeps its values, and a retry adds nothing twice.
 * @param original the service to copy
 */
function useAddService(original: Service | undefined) {
  const { requestId, renew } = useRequestId();
  const readAgain = useReadServicesAgain();
  const { mutateAsync } = trpc.admin.services.create.useMutation();
  const form = useSchemaForm<TypedService, NamedServiceFields>(
    newServiceForm,
    // An external id belongs to one service, so a copy has none.
    original ? { ...asTyped(original), externalId: '' } : blankService,
  );

  const submit = form.handleSubmit(async (fields) => {
    const t = serviceFormTexts.get();
    try {
      const { name } = await mutateAsync({ ...fields, requestId });
      const link = { to: `${paths.manageServices}?q=${encodeURIComponent(name)}`, label: t.showIt };
      showSuccess(t.added, name, link);
      renew();
      form.reset(blankService);
      form.setFocus('name');
      await readAgain();
    } catch (error) {
      if (applyFieldErrors(form, error) !== null) void showError(t.addFailed, whyNotSaved(error, t.addFailedText));
    }
  });

  return { form, submit };
}
