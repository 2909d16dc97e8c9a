import { homedir } from 'node:os'
import { join } from 'node:path'
import { quoteWord } from '@drawbridge/core/base'

/** Returns a command for a home. It names the home if another terminal would not find it. */
export function homeCommand(name: string, home: string): string {
  const isUsual = home === join(homedir(), '.drawbridge')
  return `drawbridge ${name}${isUsual ? '' : ` --home ${quoteWord(home)}`}`
}
