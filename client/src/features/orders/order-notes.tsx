import { Alert, List } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';

interface OrderNotesProps {
  /** What has changed of the service since the customer saw it. */
  changes: readonly string[];
  /** Whether a try is still without an answer. */
  isUnanswered: boolean;
}

/** What a customer must know before pressing Submit again. */
export function OrderNotes({ changes, isUnanswered }: OrderNotesProps) {
  const t = useStore(orderDialogTexts);
  return (
    <>
      {changes.length > 0 && (
        <Alert.Root status="warning" role="alert">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{t.changed}</Alert.Title>
            <Alert.Description>
              <List.Root ps="4" my="1">
                {changes.map((change) => (
                  <List.Item key={change}>{change}</List.Item>
                ))}
              </List.Root>
              {t.changedCheck}
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {isUnanswered && (
        <Alert.Root status="info" role="status">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{t.noAnswer}</Alert.Title>
            <Alert.Description>{t.noAnswerText}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
    </>
  );
}
