import { Button, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { MAX_QUANTITY } from '../../../../../shared/services.ts';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { sendOnlyOnCtrlEnter, useSchemaForm } from '../../../lib/form.ts';
import { orderFormSchema } from '../use-order-form.ts';
import { BuyFields, type Typed } from './buy-fields.tsx';

/** The smallest quantity that the hint tells before a service with limits of its own is chosen. */
const USUAL_MIN = 100;
const schema = orderFormSchema(1, MAX_QUANTITY);

interface UnchosenFormProps {
  start: Typed;
  onTyped: (typed: Typed) => void;
  /** Submit was pressed. */
  onMissing: () => void;
}

/** The fields before a service is chosen: Submit says what is missing, the service first of all. */
export function UnchosenForm({ start, onTyped, onMissing }: UnchosenFormProps) {
  const t = useStore(buyServiceTexts);
  const form = useSchemaForm(schema, start, { shouldFocusError: false });
  const [link, quantity] = useWatch({ control: form.control, name: ['link', 'quantity'] });
  useEffect(() => onTyped({ link, quantity }), [link, quantity, onTyped]);
  const submit = form.handleSubmit(onMissing, onMissing);
  return (
    <Stack asChild gap="5">
      <form noValidate onKeyDown={sendOnlyOnCtrlEnter} onSubmit={(event) => void submit(event)}>
        <BuyFields form={form} min={USUAL_MIN} max={MAX_QUANTITY} charge="" />
        <Stack gap="2">
          <Button type="submit" colorPalette="brand" size="lg">
            {t.submit}
          </Button>
          <Text color="fg.muted" textStyle="sm">
            {t.chooseFirst}
          </Text>
        </Stack>
      </form>
    </Stack>
  );
}
