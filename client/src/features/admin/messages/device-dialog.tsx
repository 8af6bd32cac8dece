import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { createDeviceInput, forwardingApps, SIGNATURE_HEADER } from '#shared/devices.ts';
import { ChoiceGroup } from '../../../components/choice-group.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { CheckboxField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { NewSecret } from '../../../components/new-secret.tsx';
import { QrImage } from '../../../components/qr-image.tsx';
import { StoredCheck } from '../../../components/stored-check.tsx';
import { deviceTexts } from '../../../i18n/en/admin/payment-messages.ts';
import { applyFieldErrors, isUnsure, readError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/format.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useStoring } from '../../../lib/use-storing.ts';

/** A phone has two SIMs at most in nearly all cases; scripts can bind others. */
const SIMS = { first: 1, second: 2 } as const;
const simNames = ['first', 'second'] as const;

const { name, methods } = createDeviceInput.shape;
const account = z.string().trim().max(100);
const schema = z.object({ name, methods, first: account, second: account });

/** Adds a phone, and then displays its address and secret, also as a QR code. Mount it when it opens. */
export function DeviceDialog({ onClose }: { onClose: () => void }) {
  const t = useStore(deviceTexts);
  const utils = trpc.useUtils();
  const known = trpc.admin.paymentMethods.list.useQuery();
  const form = useSchemaForm(schema, { name: '', methods: [], first: '', second: '' });
  const { register, handleSubmit, setValue, formState } = form;
  const choice = useController({ control: form.control, name: 'methods' });
  const create = trpc.admin.devices.create.useMutation({
    gcTime: 0,
    onError: (error) => void applyFieldErrors(form, error),
    onSettled: () => utils.admin.devices.invalidate(),
  });
  const { submit, ...storing } = useStoring(create.isPending || create.data !== undefined, onClose);
  const save = handleSubmit(({ first, second, ...typed }) => {
    const bound = Object.entries({ [SIMS.first]: first, [SIMS.second]: second }).filter(([, number]) => number !== '');
    create.mutate({ ...typed, ...(bound.length > 0 && { sims: Object.fromEntries(bound) }) });
  });
  return (
    <FormDialog
      title={create.data ? t.added : t.addTitle}
      text={create.data ? undefined : t.headingText}
      size="lg"
      submitLabel={create.data ? t.done : t.add}
      pendingLabel={t.adding}
      pending={create.isPending}
      mustFinish={create.data !== undefined}
      onSubmit={create.data ? submit : save}
      onClose={onClose}
    >
      {create.data ? (
        <NewSecret secret={create.data.secret} name={t.secretOf({ name: create.data.device.name })} warning={t.copyNow}>
          <AppSettings {...create.data} />
          <StoredCheck label={t.stored} reminder={t.storeFirst} {...storing} />
        </NewSecret>
      ) : (
        <>
          <FormProblem
            title={isUnsure(readError(create.error)) ? t.lost : t.failed}
            error={create.error}
            fields={['name', 'methods']}
          />
          <TextField
            label={t.name}
            hint={t.nameHint}
            autoComplete="off"
            error={formState.errors.name}
            {...register('name')}
          />
          <ChoiceGroup label={t.methods} error={choice.fieldState.error} ref={choice.field.ref}>
            <Stack gap="0.5">
              {known.data?.map((method) => (
                <CheckboxField
                  key={method.id}
                  label={method.name}
                  checked={choice.field.value.includes(method.name)}
                  onChange={(isOn) => {
                    const others = choice.field.value.filter((each) => each !== method.name);
                    const chosen = isOn ? [...others, method.name] : others;
                    setValue('methods', chosen, { shouldDirty: true, shouldValidate: true });
                  }}
                />
              ))}
            </Stack>
          </ChoiceGroup>
          {simNames.map((each) => (
            <TextField
              key={each}
              label={t.sim({ number: formatCount(SIMS[each]) })}
              hint={t.simHint}
              optional
              inputMode="tel"
              autoComplete="off"
              error={formState.errors[each]}
              {...register(each)}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

interface AppSettingsProps {
  device: { id: number; name: string };
  secret: string;
}

/** Where the app posts to, and how each of the two apps is set up. */
function AppSettings({ device: { id, name: deviceName }, secret }: AppSettingsProps) {
  const t = useStore(deviceTexts);
  const address = `${location.origin}/hooks/sms/${id}`;
  return (
    <>
      <Flex gap="2" align="center">
        <Text flex="1" minW="0" overflowWrap="anywhere" fontFamily="mono" textStyle="sm">
          {t.address}: <span translate="no">{address}</span>
        </Text>
        <CopyButton value={address} label={t.addressOf({ name: deviceName })} />
      </Flex>
      <QrImage
        value={JSON.stringify({ url: address, secret, header: SIGNATURE_HEADER })}
        label={t.qrCode}
        alignSelf="center"
      />
      <App name={forwardingApps.gateway} steps={t.gatewaySteps} />
      <App name={forwardingApps.forwarder} steps={t.forwarderSteps} />
    </>
  );
}

function App({ name: appName, steps }: { name: string; steps: string }) {
  return (
    <Box>
      <Text fontWeight="semibold">{appName}</Text>
      <Text textStyle="sm" color="fg.muted">
        {steps}
      </Text>
    </Box>
  );
}
