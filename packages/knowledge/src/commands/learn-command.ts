import { resolve } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import type { RoomCommand } from '@drawbridge/room'
import { callerOptions, databaseForPerson, placeToWrite } from '@drawbridge/room/asked-place'
import { readSmallFile } from '@drawbridge/sandbox/folder'
import { learnFacts } from '../knowledge-service.ts'
import type { KnowledgeSection } from '../section.ts'

/** The longest file that facts are learned from, in bytes. */
const longestFile = 512 * 1024

/** `knowledge learn`. */
export const learnCommand: RoomCommand<KnowledgeSection> = {
  arguments: [{ name: 'files', summary: 'text files', variadic: true }],
  options: [
    ...callerOptions,
    { flags: '--shared', summary: 'for all users of the agent' },
    { flags: '--untrusted <source>', summary: 'the text comes from a stranger: say where from' },
  ],
  examples: [['The facts of a page of notes', 'drawbridge knowledge learn notes.md']],
  run: async (invocation) => {
    const { io, options, workspace, ground, section } = invocation
    await databaseForPerson(invocation, 'knowledge')
    const house = await invocation.openHouse()
    if ((await house.service('modelCaller'))?.isAvailable !== true) {
      throw new DrawbridgeError(
        'invalid_configuration',
        'A model has to read the text, and none is configured. Set "models.default" in drawbridge.jsonc.',
      )
    }
    const stranger = typeof options.untrusted === 'string' ? options.untrusted : undefined
    const interruption = io.catchInterrupts()
    try {
      for (const file of invocation.arguments) {
        const text = readSmallFile(resolve(workspace, file), longestFile)
        if (text === undefined) {
          throw new DrawbridgeError(
            'invalid_option',
            `${JSON.stringify(file)} cannot be read: it is missing, not an ordinary file, or longer than 512 KiB.`,
          )
        }
        const recorded = await learnFacts(
          house,
          section,
          {
            owner: placeToWrite(invocation),
            text,
            source: stranger ?? file,
            trust: stranger === undefined ? 'trusted' : 'untrusted',
            timeMs: ground.clock.now(),
          },
          interruption.signal,
        )
        const isNew = recorded.filter(({ state }) => state === 'new').length
        await io.output.write(`${file}: ${recorded.length} facts, ${isNew} of them new\n`)
      }
    } finally {
      interruption[Symbol.dispose]()
    }
  },
}
