import type { IconType } from 'react-icons';

/** A search result. */
export interface Find {
  /** Its path; for a result that continues the search, a unique name. */
  to: string;
  /** Text that replaces the input when it is chosen, instead of opening a page. */
  fill?: string;
  label: string;
  detail?: string;
  icon: IconType;
}
