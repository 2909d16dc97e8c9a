import { freeBytes } from '@drawbridge/sdk/backup'
import { resolveHome } from '@drawbridge/sdk/folders'
import type { Check } from './check.ts'

const littleBytes = 1_073_741_824
const tooLittleBytes = 67_108_864

export const checkDisk: Check = {
  name: 'disk',
  look: ({ flags, io }) => {
    const home = resolveHome({ flag: flags.home, env: io.environment })
    return judgeDisk(freeBytes(home), home)
  },
}

/** Says whether what is free is enough. */
export function judgeDisk(free: number, home: string): ReturnType<Check['look']> {
  const message = `${Math.floor(free / 1_048_576)} MiB are free for ${home}.`
  const advice =
    'Free some space: run `drawbridge artifacts prune`, or set store.retentionDays and run `drawbridge sessions prune`.'
  if (free < tooLittleBytes)
    return { status: 'fail', message, advice: `A full disk stops every call that is recorded. ${advice}` }
  return free < littleBytes ? { status: 'warn', message, advice } : { status: 'ok', message }
}
