import { unseenObjection } from '../effect/use-path.ts'
import type { World } from '../effect/world.ts'
import type { ShellCommand } from '../model/shell-command.ts'
import { describeCommand } from './describe-command.ts'

/** A part of a line that a person decides if the disk is not read. */
interface UnseenReason {
  readonly verdict: 'ask'
  readonly part: string
  readonly why: string
}

/** Why only the disk tells what a line meets: reads of a whole workspace, with what is hidden or linked there. */
export function unseenReasons(commands: readonly ShellCommand[], world: World): readonly UnseenReason[] {
  return commands.flatMap((command) => {
    if (command.speculative) return []
    const why = command.call.paths.map((use) => unseenObjection(use, world)).find((found) => found !== undefined)
    return why === undefined ? [] : [{ verdict: 'ask', part: describeCommand(command), why } as const]
  })
}
