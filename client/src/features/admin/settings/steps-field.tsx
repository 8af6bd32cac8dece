import { Box, List, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, useId } from 'react';
import { fillStep } from '#shared/settings.ts';
import { TextAreaField } from '../../../components/fields.tsx';
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
  const values = { number: recipient.trim() || '{number}', amount: EXAMPLE_TAKA };
  const titleId = useId();
  const steps = stepsOf(text).map((step) => fillStep(step, values));
  return (
    <Stack gap="3">
      <TextAreaField rows={6} maxH="72" lang={lang} optional {...field} />
      <Box bg="bg.subtle" borderWidth="1px" borderRadius="l2" p="3" textStyle="sm">
        <Text id={titleId} textStyle="xs" color="fg.muted" mb="1">
          Customers read
        </Text>
        {steps.length === 0 ? (
          <Text color="fg.muted">No steps yet.</Text>
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
