import { CodeDialog } from './code-dialog.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

interface SecondFactorDialogsProps {
  open: 'setUp' | 'newCodes' | 'turnOff';
  isOn: boolean;
  userName: string;
  onClose: () => void;
}

/** The dialogs of a second factor, in one chunk that loads when one is opened. */
export default function SecondFactorDialogs({ open, isOn, ...rest }: SecondFactorDialogsProps) {
  if (open === 'setUp') return <SetUpDialog isOn={isOn} {...rest} />;
  return <CodeDialog task={open} {...rest} />;
}
