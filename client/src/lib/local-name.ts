import { $language } from '../i18n/language.ts';

/** The name of a service or a category in the language of the screens. */
export function localName({ name, nameBn = null }: { name: string; nameBn?: string | null | undefined }): string {
  return $language.get() === 'bn' ? (nameBn ?? name) : name;
}
