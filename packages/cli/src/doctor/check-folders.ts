import { accessSync, constants } from 'node:fs'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import type { Check } from './check.ts'

export const checkHome: Check = {
  name: 'home',
  look: ({ flags, io }) => {
    const home = resolveHome({ flag: flags.home, env: io.environment })
    if (isWritable(home)) return { status: 'ok', message: `Data is stored in ${home}.` }
    return {
      status: 'fail',
      message: `The data folder ${home} cannot be written, so no call could be recorded.`,
      advice: `Become its owner (chown, chmod 700), or choose another with --home or DRAWBRIDGE_HOME.`,
    }
  },
}

export const checkWorkspace: Check = {
  name: 'workspace',
  look: ({ flags }) => {
    const workspace = resolveWorkspace(flags.workspace)
    if (isWritable(workspace)) return { status: 'ok', message: `Tools work in ${workspace}.` }
    return {
      status: 'warn',
      message: `The workspace ${workspace} cannot be written: tools can only read there.`,
      advice: 'Get write permission, or name another folder with --workspace.',
    }
  },
}

/** Returns true if this process may create files in a folder. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
