import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuX } from 'react-icons/lu';
import { FieldFrame } from '../../../components/fields.tsx';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { ACCEPTED, PictureZone, useUpload } from '../image-field.tsx';
import { useFileDrop } from '../use-file-drop.ts';
import type { ChosenFieldProps } from './zone-field.tsx';

/** A picture that is chosen, dropped or pasted, and uploaded at once; it is used when the section is saved. */
export function UploadField({ label, hint, chosen, onChoose, error }: ChosenFieldProps) {
  const t = useStore(settingsTexts);
  const { upload, isPending, problem } = useUpload(onChoose);
  const file = useFileDrop({ accept: ACCEPTED, label, onFile: (picked) => void upload(picked) });
  return (
    <FieldFrame label={label} optional hint={hint} error={problem ? { type: 'upload', message: problem } : error}>
      <PictureZone
        file={file}
        address={chosen}
        isPending={isPending}
        fit="contain"
        onPaste={({ clipboardData }) => void upload(clipboardData.files[0])}
      >
        <Stack gap="1" minW="0">
          <Flex gap="2" wrap="wrap">
            <Button size="sm" variant="outline" loading={isPending} onClick={file.choose}>
              {t.choosePicture}
            </Button>
            {chosen !== '' && (
              <Button size="sm" variant="ghost" disabled={isPending} onClick={() => onChoose('')}>
                <LuX aria-hidden /> {t.removePicture}
              </Button>
            )}
          </Flex>
          <Text textStyle="xs" color="fg.muted" hideBelow="sm">
            {t.dropOne}
          </Text>
        </Stack>
      </PictureZone>
    </FieldFrame>
  );
}
