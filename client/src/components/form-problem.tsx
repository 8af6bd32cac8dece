import { Alert } from '@chakra-ui/react';
import { LuCircleX } from 'react-icons/lu';
import { ContactUs } from '../lib/contact-us.tsx';
import { readError } from '../lib/errors.ts';
import { sendsToSupport } from '../lib/sends-to-support.ts';

interface FormProblemProps {
  /** The catalogue's sentence for a failure of this form. */
  title: string;
  /** What sending it threw; nothing is shown without. */
  error: unknown;
  /** The form's fields: what stands beside one of them is not said twice. */
  fields: readonly string[];
}

/** That a form could not be sent, told within the form. */
export function FormProblem({ title, error, fields }: FormProblemProps) {
  if (!error) return null;
  const { fieldErrors, message } = readError(error);
  const isBesideField = fields.some((field) => field in fieldErrors);
  return (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator>
        <LuCircleX />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        {!isBesideField && <Alert.Description>{message}</Alert.Description>}
        {sendsToSupport(message) && <ContactUs isBlocked mt="2" />}
      </Alert.Content>
    </Alert.Root>
  );
}
