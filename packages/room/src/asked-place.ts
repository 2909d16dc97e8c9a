import { DrawbridgeError } from '@drawbridge/core'
import { realPathOf } from '@drawbridge/sandbox/folder'
import { operatorOf } from '@drawbridge/sandbox/operator'
import type { Database } from '@drawbridge/store/database'
import type { CommandInvocation, CommandOption } from './command-row.ts'
import { type MemoryPlace, ownerOf, projectOf, visiblePlaces } from './memory-place.ts'

/** The options that say whose memory or knowledge a command is about. */
export const callerOptions: readonly CommandOption[] = [
  { flags: '--agent <name>', summary: 'the agent; default "default"' },
  { flags: '--user <name>', summary: 'the user; default "local"' },
  { flags: '--project', summary: 'with what belongs to the project in this folder' },
]

type Asked = Pick<CommandInvocation, 'options' | 'workspace'>

/** Returns the places that the options mean, the nearest first. */
export function askedPlaces({ options, workspace }: Asked): readonly MemoryPlace[] {
  return visiblePlaces(
    askedCaller({ options }),
    options.project === true ? projectOf(realPathOf(workspace) ?? workspace) : '',
  )
}

/** Returns the place that a command writes to: the user's own, or with `--shared` that of all users. */
export function placeToWrite({ options, workspace }: Asked): MemoryPlace {
  const { agent, user } = ownerOf(askedCaller({ options }))
  const project = options.project === true ? projectOf(realPathOf(workspace) ?? workspace) : ''
  return { agent, user: options.shared === true ? '' : user, project }
}

function askedCaller({ options }: Pick<Asked, 'options'>) {
  const text = (value: string | boolean | undefined) => (typeof value === 'string' && value !== '' ? value : undefined)
  const [agent, user] = [text(options.agent), text(options.user)]
  return { ...(agent === undefined ? {} : { agent }), ...(user === undefined ? {} : { user }) }
}

/**
 * Returns the database, created if it does not exist.
 * @throws DrawbridgeError `invalid_option` if a tool started the command: a model must not write past the policy.
 * @param what The thing that is changed, such as `memory`.
 */
export async function databaseForPerson(
  { io, ground }: Pick<CommandInvocation, 'io' | 'ground'>,
  what: string,
): Promise<Database> {
  if (!operatorOf(io.environment).human) {
    throw new DrawbridgeError(
      'invalid_option',
      `Only a person can change the ${what} by command, and a tool started this one. Use your own terminal.`,
    )
  }
  return ground.database.obtain()
}
