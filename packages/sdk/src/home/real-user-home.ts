import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'

/** The folder that `~` means in a policy: real, as the paths are that its rules are compared with. */
export function realUserHome(): string {
  const home = homedir()
  try {
    return realpathSync(home)
  } catch {
    return home
  }
}
