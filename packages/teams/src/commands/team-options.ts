import { DrawbridgeError } from '@drawbridge/core'
import type { CommandInvocation } from '@drawbridge/room'
import { operatorOf } from '@drawbridge/sandbox/operator'
import type { Database } from '@drawbridge/store/database'
import type { Actor } from '../board/task.ts'
import type { Team } from '../team/team.ts'
import { findTeam, unknownTeam } from '../team/team-store.ts'

type Invocation = Pick<CommandInvocation, 'arguments' | 'options' | 'ground' | 'io'>

/** Returns the value of an option; undefined if it was not given. */
export function textOption({ options }: Pick<Invocation, 'options'>, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the names of an option such as `--members ada,bob`; undefined if it was not given. */
export function namesOption(invocation: Pick<Invocation, 'options'>, name: string): readonly string[] | undefined {
  return invocation.options[name] === ''
    ? []
    : textOption(invocation, name)
        ?.split(',')
        .map((each) => each.trim())
}

/**
 * Returns the team that a command names first, with its database.
 * @throws DrawbridgeError `invalid_option` if there is no such team.
 */
export async function namedTeam({ ground, arguments: [id = ''] }: Invocation): Promise<{
  readonly database: Database
  readonly team: Team
}> {
  const database = await ground.database.find()
  const team = database === undefined ? undefined : await findTeam(database, id)
  if (database === undefined || team === undefined) throw unknownTeam(id)
  return { database, team }
}

/** Returns the person at the terminal as the author of a change. @throws DrawbridgeError `invalid_option` if a tool started the command. */
export function personOf({ io }: Pick<Invocation, 'io'>, user = 'local'): Actor {
  const operator = operatorOf(io.environment)
  if (!operator.human) {
    throw new DrawbridgeError(
      'invalid_option',
      'Only a person can change teams by command, and a tool started this one. Agents use team.tasks.',
    )
  }
  return { role: 'person', name: 'person', user }
}

/**
 * Returns the number of a task that a command names.
 * @throws DrawbridgeError `invalid_option` for anything else.
 */
export function numberOfTask(text: string | undefined, team: Team): number {
  const number = /^#?([1-9]\d{0,8})$/.exec(text ?? '')?.[1]
  if (number !== undefined) return Number(number)
  throw new DrawbridgeError(
    'invalid_option',
    `${JSON.stringify(text)} is not the number of a task. List them: drawbridge teams board ${team.id}`,
  )
}
