import { LANGUAGE_COOKIE, type Language, languages } from '#shared/languages.ts';
import { $language } from '../i18n/language.ts';
import { switchTo } from '../i18n/switch-language.ts';
import { session } from './session.ts';
import { deviceStorage, keepCookie } from './storage.ts';
import { directClient } from './trpc.ts';
import { oneOf } from './url-state.ts';

const STORAGE_KEY = 'language';

/** Uses the language chosen by this account or on this device, else the browser's; English if its texts can't be loaded. */
export async function startLanguage(): Promise<void> {
  $language.listen((language) => {
    document.documentElement.lang = language;
  });
  const chosen = session.get().user?.language ?? keptLanguage();
  if (chosen) setLanguageCookie(chosen);
  await switchTo(chosen ?? languageOfBrowser()).catch(() => undefined);
}

/**
 * Switches to another language, here and wherever else this account is signed in.
 * @throws the error of the server or the browser if the language's texts or the account can't be reached
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchTo(language);
  keepOnDevice(language);
  await keepWithAccount(language);
}

/** Follows the language of the account and of other tabs. @returns a function that stops it */
export function followLanguage(): () => void {
  const followAccount = () => {
    const { user } = session.get();
    const kept = keptLanguage();
    if (user?.language) follow(user.language);
    // A visitor's choice is stored with the account that they sign in to, unless it has its own.
    else if (user?.language === null && kept) void keepWithAccount(kept).catch(() => undefined);
  };
  const followTab = ({ key, newValue }: StorageEvent) => {
    const language = key === STORAGE_KEY && oneOf(newValue ?? '', languages);
    if (language) follow(language);
  };
  followAccount();
  window.addEventListener('storage', followTab);
  const stop = session.subscribe(followAccount);
  return () => {
    window.removeEventListener('storage', followTab);
    stop();
  };
}

function follow(language: Language): void {
  keepOnDevice(language);
  if (language !== $language.get()) void switchTo(language).catch(() => undefined);
}

/** Stored locally first, so that an older response of the server does not revert it. */
async function keepWithAccount(language: Language): Promise<void> {
  const { user } = session.get();
  if (!user) return;
  session.setUser({ ...user, language });
  await directClient.auth.setLanguage.mutate({ language });
}

function keepOnDevice(language: Language): void {
  deviceStorage.keep(STORAGE_KEY, language);
  setLanguageCookie(language);
}

/** The server renders public pages, and must know the language before any code of the panel runs. */
function setLanguageCookie(language: Language): void {
  keepCookie(LANGUAGE_COOKIE, language);
}

/** The first supported language of the browser, the same as the server finds in `Accept-Language`. */
function languageOfBrowser(): Language {
  for (const tag of navigator.languages) {
    const language = oneOf(tag.split('-', 1)[0]?.toLowerCase() ?? '', languages);
    if (language) return language;
  }
  return languages[0];
}

function keptLanguage(): Language | undefined {
  return oneOf(deviceStorage.read(STORAGE_KEY) ?? '', languages);
}
