import { Alert } from '@chakra-ui/react';

/** Says why many services could not be changed, or their change not be previewed. */
export function ChangeProblem({ message }: { message: string }) {
  return (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Description>{message}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
