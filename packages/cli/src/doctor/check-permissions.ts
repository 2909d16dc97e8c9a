import { interruptedRestores, openEntries } from '@drawbridge/sdk/backup'
import { resolveHome } from '@drawbridge/sdk/folders'
import type { Check } from './check.ts'

export const checkPermissions: Check = {
  name: 'permissions',
  look: ({ flags, io: { environment } }) => {
    const open = openEntries({ home: resolveHome({ flag: flags.home, env: environment }), environment })
    const [first] = open
    if (first === undefined) return { status: 'ok', message: 'Only their owner can access home, database and key.' }
    const others = open.length === 1 ? '' : ` The same applies to ${open.length - 1} more.`
    return {
      status: 'warn',
      message: `Users other than its owner can access ${first.path} (mode ${first.mode.toString(8)}).${others}`,
      advice: `Run: chmod go-rwx ${open.map(({ path }) => `"${path}"`).join(' ')}`,
    }
  },
}

export const checkRestores: Check = {
  name: 'restores',
  look: async ({ flags, io: { environment } }) => {
    const home = resolveHome({ flag: flags.home, env: environment })
    const left = await interruptedRestores(home)
    if (left.length === 0) return { status: 'ok', message: 'No restore was interrupted.' }
    return {
      status: 'warn',
      message: `A restore was interrupted, or is in progress. It left ${left.join(' and ')}.`,
      advice:
        'The old home is unchanged, or next to the new one with "before-restore" in its name. Restore again, then remove the leftovers.',
    }
  },
}
