import { useStore } from '@nanostores/react';
import type { FieldValues } from 'react-hook-form';
import { type AccountRefused, readEmail, readUserName } from '#shared/paste/account.ts';
import { suggestionTexts } from '../i18n/en/suggestion.ts';
import { ReadField, type ReadFieldProps, type Reading } from './read-field.tsx';

/** A field for an email address, which asks about `gmail.con`. */
export function EmailField<Values extends FieldValues, Output>(field: ReadFieldProps<Values, Output>) {
  const read = useSuggestion(readEmail);
  return <ReadField type="email" inputMode="email" autoComplete="email" {...field} read={read} />;
}

/** A field for the name of a new user, which proposes `md.rahim` for `Md Rahim`. */
export function UserNameField<Values extends FieldValues, Output>(field: ReadFieldProps<Values, Output>) {
  const read = useSuggestion(readUserName);
  return <ReadField autoComplete="username" autoCapitalize="none" spellCheck={false} {...field} read={read} />;
}

function useSuggestion(read: (typed: string) => object) {
  const t = useStore(suggestionTexts);
  return (typed: string): Reading => {
    const { problem, suggestion } = read(typed) as Partial<AccountRefused>;
    if (suggestion === undefined) return {};
    return {
      question: problem === undefined && t.didYouMean({ suggestion }),
      choices: [[suggestion, t.use({ suggestion })]],
    };
  };
}
