import type { IconType } from 'react-icons';

/** Something to go to. */
export interface Find {
  /** The address; of what asks on, a name of its own. */
  to: string;
  /** What is typed in its place when it is chosen, instead of going anywhere. */
  fill?: string;
  label: string;
  detail?: string;
  icon: IconType;
}
