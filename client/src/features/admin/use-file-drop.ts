import { createElement, type DragEvent, useRef, useState } from 'react';

interface FileDropOptions {
  accept: string;
  /** The hidden input's label. */
  label: string;
  onFile: (file: File | undefined) => void;
}

/** A file input with drag and drop. Render `input` inside the zone, and spread `zone` on it. */
export function useFileDrop({ accept, label, onFile }: FileDropOptions) {
  const ref = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    choose: () => ref.current?.click(),
    zone: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(false);
        onFile(event.dataTransfer.files[0]);
      },
    },
    input: createElement('input', {
      ref,
      type: 'file',
      hidden: true,
      accept,
      'aria-label': label,
      onChange: ({ target }: { target: HTMLInputElement }) => {
        onFile(target.files?.[0]);
        // Allows choosing the same file again.
        target.value = '';
      },
    }),
  };
}
