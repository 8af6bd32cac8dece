import { Alert } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { LuUsers } from 'react-icons/lu';

interface ConflictNoticeProps<Conflict> {
  title: string;
  conflicts: readonly Conflict[];
  /** The field, what it was, and what it is now. */
  children: (conflict: Conflict) => ReactNode;
}

/** What another admin has changed since a form was opened. It takes the focus, because the form may be scrolled. */
export function ConflictNotice<Conflict extends { field: string }>({
  title,
  conflicts,
  children,
}: ConflictNoticeProps<Conflict>) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), [conflicts]);
  return (
    <Alert.Root ref={notice} tabIndex={-1} status="warning" role="alert" flexShrink="0">
      <Alert.Indicator>
        <LuUsers />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description asChild>
          <ul>
            {conflicts.map((conflict) => (
              <li key={conflict.field} style={{ overflowWrap: 'anywhere' }}>
                {children(conflict)}
              </li>
            ))}
          </ul>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
