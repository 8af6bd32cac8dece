import { Box, List, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ComponentProps, useId } from 'react';
import { fillStep } from '#shared/payment-methods.ts';
import { TextAreaField } from '../../../components/fields.tsx';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { stepsOf } from './method-form.ts';

const EXAMPLE_TAKA = '1260';

interface StepsFieldProps extends ComponentProps<typeof TextAreaField> {
  lang: 'bn' | 'en';
  /** The current input. */
  text: string;
  recipient: string;
}

/** The steps of one language with a customer's preview. */
export function StepsField({ lang, text, recipient, ...field }: StepsFieldProps) {
  const t = useStore(settingsTexts);
  const values = { number: recipient.trim() || '{number}', amount: EXAMPLE_TAKA };
  const titleId = useId();
  const steps = stepsOf(text).map((step) => fillStep(step, values));
  return (
    <Stack gap="3">
      <TextAreaField rows={6} maxH="72" lang={lang} optional {...field} />
      <Box bg="bg.subtle" borderWidth="1px" borderRadius="l2" p="3" textStyle="sm">
        <Text id={titleId} textStyle="xs" color="fg.muted" mb="1">
          {t.customersRead}
        </Text>
        {steps.length === 0 ? (
          <Text color="fg.muted">{t.noSteps}</Text>
        ) : (
          <List.Root as="ol" lang={lang} ps="5" gap="1" aria-labelledby={titleId}>
            {steps.map((step, index) => (
              // The same step may occur twice.
              <List.Item key={`${index} ${step}`} overflowWrap="anywhere">
                {step}
              </List.Item>
            ))}
          </List.Root>
        )}
      </Box>
    </Stack>
  );
}
