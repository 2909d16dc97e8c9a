import { DrawbridgeError } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import type { RoomCommand } from '@drawbridge/room'
import { createDelegationStore } from '../run/delegation-store.ts'
import { factsOfDelegation, lineOfDelegation } from '../tools/render-delegation.ts'

const json = { flags: '--json', summary: 'write one JSON object' } as const

/** `delegations list`. */
export const listCommand: RoomCommand = {
  options: [
    { flags: '--agent <name>', summary: 'only those from or to this agent' },
    { flags: '--limit <number>', summary: 'the most rows; default 50' },
    json,
  ],
  run: async ({ ground, io, options }) => {
    const database = await ground.database.find()
    const limit = options.limit ?? '50'
    if (typeof limit !== 'string' || !/^[1-9]\d{0,3}$/.test(limit))
      throw new DrawbridgeError('invalid_option', `--limit must be from 1 to 9999, not ${JSON.stringify(limit)}.`)
    const newest = database === undefined ? [] : await createDelegationStore(database, ground.clock).newest(10_000)
    const shown = newest
      .filter(({ source, target }) => [undefined, source, target].includes(options.agent as string))
      .slice(0, Number(limit))
    if (options.json === true) {
      const delegations = shown.map((each) => ({ ...factsOfDelegation(each), user: each.user, session: each.session }))
      await io.output.write(`${JSON.stringify({ delegations })}\n`)
      return
    }
    for (const each of shown)
      await io.output.write(`${new Date(each.createdAt).toISOString()}  ${escapeToOneLine(lineOfDelegation(each))}\n`)
    if (shown.length === 0) await io.diagnostics.write('No delegation is recorded.\n')
  },
}

/** `delegations show`. */
export const showCommand: RoomCommand = {
  arguments: [{ name: 'id', summary: 'the id of the delegation' }],
  options: [json],
  run: async ({ ground, io, options, arguments: [id = ''] }) => {
    const database = await ground.database.find()
    const found = database === undefined ? undefined : await createDelegationStore(database, ground.clock).find(id)
    if (found === undefined)
      throw new DrawbridgeError(
        'invalid_option',
        `There is no delegation ${JSON.stringify(id)}. List them: drawbridge delegations`,
      )
    if (options.json === true) {
      const { user, session, text } = found
      await io.output.write(`${JSON.stringify({ ...factsOfDelegation(found), user, session, text })}\n`)
      return
    }
    const feedback = found.feedback === undefined ? '' : `\nFeedback: ${found.feedback}`
    const conversation = `The conversation: drawbridge sessions show ${found.id}`
    await io.output.write(
      `${lineOfDelegation(found)}${feedback}\n${conversation}\n${found.text === '' ? '' : `\n${found.text}\n`}`,
    )
  },
}
