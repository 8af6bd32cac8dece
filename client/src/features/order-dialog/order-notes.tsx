import { Alert, List } from '@chakra-ui/react';

interface OrderNotesProps {
  /** What has changed of the service since the customer saw it. */
  changes: readonly string[];
  /** Whether a try is still without an answer. */
  isUnanswered: boolean;
}

/** What a customer must know before pressing Submit again. */
export function OrderNotes({ changes, isUnanswered }: OrderNotesProps) {
  return (
    <>
      {changes.length > 0 && (
        <Alert.Root status="warning" role="alert">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>This service has changed. Nothing was charged.</Alert.Title>
            <Alert.Description>
              <List.Root ps="4" my="1">
                {changes.map((change) => (
                  <List.Item key={change}>{change}</List.Item>
                ))}
              </List.Root>
              Please check the new figures and confirm.
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {isUnanswered && (
        <Alert.Root status="info" role="status">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>No answer came to your last try</Alert.Title>
            <Alert.Description>
              Submit it again unchanged: if it did arrive, it is not charged a second time.
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
    </>
  );
}
