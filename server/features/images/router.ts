import { uploadedImage, uploadImageInput } from '#shared/images.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { uploadImage } from './upload-image.ts';

export const adminImagesRouter = router({
  upload: adminProcedure
    // 512 kB in base64, plus the JSON around it.
    .meta({ longInput: { ofAdminsUpToBytes: 768 * 1024 } })
    .input(uploadImageInput)
    .output(uploadedImage)
    .mutation(({ ctx, input }) => uploadImage(ctx.deps, ctx.actor, input)),
});
