import { changingCommand, denyGroup } from './command-guards.ts'
import { effect, networkUse, unknowable } from './effect-guards.ts'
import type { GuardRule } from './guard.ts'
import { deniedHost, unlistedHost } from './network-guards.ts'
import { outsideTheRoots, protectedWrite, sensitivePath } from './path-guards.ts'

/** The built-in defaults. All that speak count; of two equally strict ones the first is named. */
export const guards: readonly GuardRule[] = [
  deniedHost,
  unlistedHost,
  denyGroup,
  outsideTheRoots,
  sensitivePath,
  protectedWrite,
  unknowable,
  changingCommand,
  effect,
  networkUse,
]
