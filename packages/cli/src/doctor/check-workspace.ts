import { resolveWorkspace } from '@drawbridge/sdk/folders'
import type { Check } from './check.ts'
import { isWritable } from './is-writable.ts'

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
