import { createDeviceInput, createdDevice, device, deviceIdInput, devicesOut } from '#shared/devices.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { createDevice } from './create-device.ts';
import { listDevices } from './list-devices.ts';
import { revokeDevice } from './revoke-device.ts';

export const adminDevicesRouter = router({
  list: adminProcedure.output(devicesOut).query(({ ctx }) => listDevices(ctx.deps.db, ctx.actor)),
  create: adminProcedure
    .input(createDeviceInput)
    .output(createdDevice)
    .mutation(({ ctx, input }) => createDevice(ctx.deps, ctx.actor, input)),
  revoke: adminProcedure
    .input(deviceIdInput)
    .output(device)
    .mutation(({ ctx, input }) => revokeDevice(ctx.deps, ctx.actor, input)),
});
