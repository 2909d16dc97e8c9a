import { interruptedRestores, openEntries } from '@drawbridge/sdk/backup'
import { resolveHome } from '@drawbridge/sdk/folders'
import type { Check } from './check.ts'

export const checkPermissions: Check = {
  name: 'permissions',
  look: ({ flags, io: { environment } }) => {
    const open = openEntries({ home: resolveHome({ flag: flags.home, env: environment }), environment })
    const [first] = open
    if (first === undefined) return { status: 'ok', message: 'Home, database and key are for their owner alone.' }
    const others = open.length === 1 ? '' : ` So it is with ${open.length - 1} more.`
    return {
      status: 'warn',
      message: `Others than its owner can use ${first.path} (mode ${first.mode.toString(8)}).${others}`,
      advice: `Run: chmod go-rwx ${open.map(({ path }) => `"${path}"`).join(' ')}`,
    }
  },
}

export const checkRestores: Check = {
  name: 'restores',
  look: async ({ flags, io: { environment } }) => {
    const home = resolveHome({ flag: flags.home, env: environment })
    const left = await interruptedRestores(home)
    if (left.length === 0) return { status: 'ok', message: 'None was interrupted.' }
    return {
      status: 'warn',
      message: `A restore was interrupted, or goes on just now. It left ${left.join(' and ')}.`,
      advice:
        'The home is as it was, or beside it with "before-restore" in its name. Restore again, then remove what is left.',
    }
  },
}
