import { Box, Button, Flex, Input, Spinner, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import type { FieldError } from 'react-hook-form';
import { LuImageUp, LuX } from 'react-icons/lu';
import { MAX_IMAGE_BYTES } from '#shared/images.ts';
import { FieldFrame } from '../../components/fields.tsx';
import { adminTexts } from '../../i18n/en/admin/admin.ts';
import { fieldMessage, readError } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useFileDrop } from './use-file-drop.ts';

interface ImageFieldProps {
  label: string;
  hint?: ReactNode;
  error?: FieldError | undefined;
  /** A URL, or the path of an uploaded image; empty without one. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
}

/** The types of pictures that the server takes. */
export const ACCEPTED = 'image/png,image/jpeg,image/webp';

/** An image's URL, typed, or from a file that is chosen, dropped or pasted, and uploaded at once. After a failure the URL stays. */
export function ImageField({ label, hint, error, value, onChange, ...input }: ImageFieldProps) {
  const t = useStore(adminTexts);
  const { upload, isPending, problem } = useUpload(onChange);
  const file = useFileDrop({ accept: ACCEPTED, label: t.fileOf({ label }), onFile: (chosen) => void upload(chosen) });
  const paste = (event: ClipboardEvent) => {
    const [pasted] = event.clipboardData.files;
    if (!pasted) return;
    event.preventDefault();
    void upload(pasted);
  };
  const shownError = problem ? { type: 'upload', message: problem } : error;
  return (
    <FieldFrame label={label} optional hint={hint} error={shownError}>
      <PictureZone file={file} address={value} isPending={isPending} fit="cover" onPaste={paste}>
        <Stack gap="2" flex="1" minW="0">
          <Input
            {...input}
            size="sm"
            autoComplete="off"
            inputMode="url"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <Flex gap="2" wrap="wrap" align="center">
            <Button size="xs" variant="outline" loading={isPending} onClick={file.choose}>
              <LuImageUp aria-hidden /> {t.uploadPicture}
            </Button>
            {value !== '' && (
              <Button size="xs" variant="ghost" disabled={isPending} onClick={() => onChange('')}>
                <LuX aria-hidden /> {t.removePicture}
              </Button>
            )}
            <Text textStyle="xs" color="fg.muted" hideBelow="sm">
              {t.dropPicture}
            </Text>
          </Flex>
        </Stack>
      </PictureZone>
    </FieldFrame>
  );
}

interface PictureZoneProps {
  file: ReturnType<typeof useFileDrop>;
  address: string;
  isPending: boolean;
  /** How the picture fills its preview. */
  fit: 'cover' | 'contain';
  onPaste: (event: ClipboardEvent) => void;
  children: ReactNode;
}

/** A preview, and beside it the buttons; a picture is dropped or pasted here. */
export function PictureZone({ file, address, isPending, fit, onPaste, children }: PictureZoneProps) {
  const [broken, setBroken] = useState('');
  const isShown = address !== '' && address !== broken;
  return (
    <Flex
      gap="3"
      align="center"
      w="full"
      p="2"
      borderWidth="1px"
      borderStyle={file.isOver ? 'dashed' : 'solid'}
      borderColor={file.isOver ? 'focus' : 'border'}
      borderRadius="l2"
      {...file.zone}
      onPaste={onPaste}
    >
      <Box
        boxSize="16"
        flexShrink="0"
        display="grid"
        placeItems="center"
        overflow="hidden"
        bg="bg.subtle"
        color="fg.muted"
        borderRadius="l2"
      >
        {isPending ? (
          <Spinner size="sm" />
        ) : isShown ? (
          <img
            src={address}
            alt=""
            width={64}
            height={64}
            style={{ objectFit: fit, width: '100%', height: '100%' }}
            onError={() => setBroken(address)}
          />
        ) : (
          <LuImageUp aria-hidden />
        )}
      </Box>
      {children}
      {file.input}
    </Flex>
  );
}

export function useUpload(onUploaded: (path: string) => void) {
  const { mutateAsync, isPending } = trpc.admin.images.upload.useMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    if (file.size > MAX_IMAGE_BYTES) return setProblem(fieldMessage('The picture must be at most 512 kB'));
    try {
      const { path } = await mutateAsync({ data: await base64Of(file) });
      onUploaded(path);
    } catch (error) {
      setProblem(readError(error).message);
    }
  };
  return { upload, isPending, problem };
}

/** A data URL has it after its comma. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).split(',', 2)[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')));
    reader.readAsDataURL(file);
  });
}
