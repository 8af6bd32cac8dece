import { Alert, type AlertRootProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuFlaskConical } from 'react-icons/lu';
import { paymentTexts } from '../../i18n/en/payment.ts';

/** Beside a recipient that nobody can be paid at: the panel can be tried out with it, and no money is to be sent. */
export function SampleNotice(props: AlertRootProps) {
  const t = useStore(paymentTexts);
  return (
    <Alert.Root status="warning" {...props}>
      <Alert.Indicator>
        <LuFlaskConical />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>{t.sample}</Alert.Title>
        <Alert.Description>{t.sampleText}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
