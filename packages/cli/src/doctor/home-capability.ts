import type { Capability } from '../command-line/capability.ts'

/** The machine, the data folder, and the settings in it. First, because everything else depends on them. */
export const homeCapability: Capability = {
  loadChecks: async () => {
    const [machine, { checkHome, checkWorkspace }, { checkDatabase }, { checkConfiguration }] = await Promise.all([
      Promise.all([import('./check-node.ts'), import('./check-disk.ts'), import('./check-permissions.ts')]),
      import('./check-folders.ts'),
      import('./check-database.ts'),
      import('./check-configuration.ts'),
    ])
    const [{ checkNode }, { checkDisk }, { checkPermissions, checkRestores }] = machine
    return [
      checkNode,
      checkHome,
      checkDisk,
      checkPermissions,
      checkRestores,
      checkDatabase,
      checkWorkspace,
      checkConfiguration,
    ]
  },
}
