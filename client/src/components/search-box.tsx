import { CloseButton, Input, InputGroup, type InputGroupProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { LuSearch } from 'react-icons/lu';
import { commonTexts } from '../i18n/en/common.ts';
import { LONGEST_SEARCH, useSearchText } from '../lib/url-state.ts';
import { useTypedParam } from '../lib/use-typed-param.ts';

const DEBOUNCE_MS = 300;

interface SearchBoxProps extends Omit<InputGroupProps, 'children' | 'startElement' | 'endElement'> {
  label: string;
  placeholder?: string;
  /** The search parameter for the text. */
  param?: string;
  /** How long typing must pause. */
  pauseMs?: number;
}

/** A search stored in the URL, applied when typing pauses; Escape and the cross clear it. */
export function SearchBox({ label, placeholder = label, param = 'q', pauseMs = DEBOUNCE_MS, ...rest }: SearchBoxProps) {
  const t = useStore(commonTexts);
  const [applied, apply] = useSearchText(param);
  const { typed, setTyped } = useTypedParam(applied, apply, { pauseMs });
  const field = useRef<HTMLInputElement>(null);
  // Text typed into the page's HTML before hydration.
  useLayoutEffect(() => {
    if (field.current?.value) setTyped(field.current.value);
  }, [setTyped]);

  return (
    <InputGroup
      maxW={{ md: 'sm' }}
      startElement={<LuSearch aria-hidden />}
      endElement={typed && <CloseButton size="xs" me="-2" aria-label={t.clearSearch} onClick={() => setTyped('')} />}
      {...rest}
    >
      <Input
        ref={field}
        h={{ md: '9' }}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        maxLength={LONGEST_SEARCH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
      />
    </InputGroup>
  );
}
