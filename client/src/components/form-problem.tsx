import { Alert } from '@chakra-ui/react';
import { LuCircleX } from 'react-icons/lu';
import { ContactUs } from '../lib/contact-us.tsx';
import { readError } from '../lib/errors.ts';
import { sendsToSupport } from '../lib/sends-to-support.ts';

interface FormProblemProps {
  /** This form's error message. */
  title: string;
  /** The error of the request, if any. */
  error: unknown;
  /** The form's fields: their errors are displayed next to them and not repeated here. */
  fields: readonly string[];
}

/** Shows within a form that submitting failed. */
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
