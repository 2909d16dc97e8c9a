import { DrawbridgeError } from '@drawbridge/core'
import type { CommandInvocation, CommandOption } from '@drawbridge/room'
import { realPathOf } from '@drawbridge/sandbox/folder'
import { operatorOf } from '@drawbridge/sandbox/operator'
import type { Database } from '@drawbridge/store/database'
import { type MemoryPlace, ownerOf, projectOf, visiblePlaces } from '../index/memory-place.ts'

/** The options that say whose memory a command is about. */
export const callerOptions: readonly CommandOption[] = [
  { flags: '--agent <name>', summary: 'the agent; default "default"' },
  { flags: '--user <name>', summary: 'the user; default "local"' },
  { flags: '--project', summary: 'with the documents of the project in this folder' },
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
 * @throws DrawbridgeError `invalid_option` if a tool started the command: a model must not write its memory past the policy.
 */
export async function databaseForPerson({ io, ground }: Pick<CommandInvocation, 'io' | 'ground'>): Promise<Database> {
  if (!operatorOf(io.environment).human) {
    throw new DrawbridgeError(
      'invalid_option',
      'Only a person can change the memory by command, and a tool started this one. Use your own terminal.',
    )
  }
  return ground.database.obtain()
}
