import { resolveHome } from '@drawbridge/sdk/folders'
import type { Check } from './check.ts'
import { isWritable } from './is-writable.ts'

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
