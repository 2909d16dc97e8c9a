import { defined } from '@drawbridge/core/base'
import type { House } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import { createOutbox } from '@drawbridge/store/jobs'
import { type Board, openBoard } from './board/board.ts'
import type { Actor } from './board/task.ts'
import { announceChange, boardKinds, supervisorRecipient } from './dispatch/announce-change.ts'
import { builtInTeams, type TeamsSection } from './section.ts'
import { sendMessage } from './team/mailbox.ts'
import type { Team } from './team/team.ts'

/** The parts of a house that teams need. */
export type TeamsHouse = Pick<House, 'home' | 'database' | 'clock'>

/** The teams of a house: what tools, commands and the supervisor share. */
export interface TeamsService extends TeamsHouse {
  /** With the built-in value of everything that is not set. */
  readonly section: Readonly<Record<Exclude<keyof TeamsSection, 'background'>, number>>
  /** @param run The run that acts, if what it makes ready is held back until it ends. */
  board(database: Database, team: Team, run?: string): Board
  /** Stores a message for agents of a team, and wakes them. */
  send(
    database: Database,
    team: Team,
    message: { readonly sender: Actor; readonly to: readonly string[]; readonly text: string },
  ): Promise<void>
}

/** Returns the teams of a house. */
export function teamsService(house: TeamsHouse, section: TeamsSection | undefined): TeamsService {
  const { home, database, clock } = house
  const settings = { ...builtInTeams, ...defined({ ...section }) }
  return {
    home,
    database,
    clock,
    section: settings,
    board: (connection, team, run) =>
      openBoard(
        {
          database: connection,
          clock,
          leaseMs: settings.leaseSeconds * 1_000,
          run,
          announce: (transaction, about, change) =>
            announceChange(createOutbox(connection, { clock }), transaction, about, change),
        },
        team,
      ),
    send: (connection, team, { sender, to, text }) =>
      connection.transaction(async (transaction) => {
        const sentAt = clock.now()
        await sendMessage(transaction, team, { sender, to, text, sentAt })
        const entries = to.map((recipient) => ({
          recipient: supervisorRecipient,
          kind: boardKinds.mail,
          payload: { team: team.id, to: recipient, user: sender.user, sentAt },
        }))
        await createOutbox(connection, { clock }).sendIn(transaction, ...entries)
      }),
  }
}
