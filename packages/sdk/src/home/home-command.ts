import { homedir } from 'node:os'
import { join } from 'node:path'
import { quoteWord } from '@drawbridge/core/base'

/** Returns the command that answers what waits in a home. It names the home if another terminal would not find it. */
export function homeCommand(name: 'approvals' | 'questions', home: string): string {
  const isUsual = home === join(homedir(), '.drawbridge')
  return `drawbridge ${name}${isUsual ? '' : ` --home ${quoteWord(home)}`}`
}
