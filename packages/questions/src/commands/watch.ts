import { type RoomCommand, showArrivals } from '@drawbridge/room'
import { createQuestionDesk } from '../desk/create-question-desk.ts'
import { answerHere } from './answer-here.ts'
import { describeQuestions } from './describe-questions.ts'
import { jsonOption } from './open-desk.ts'

/** Shows questions as they arrive, until it is interrupted; at a terminal they can be answered there. */
export const watchCommand: RoomCommand = {
  options: [jsonOption],
  examples: [
    ['Answer questions as they arrive', 'drawbridge questions watch'],
    ['One line per question, for a program that shows them', 'drawbridge questions watch --json'],
  ],
  run: async ({ options, io, ground: { database, clock } }) => {
    using terminal = options.json === true ? undefined : io.openTerminal({ inputIsData: false })
    if (terminal !== undefined)
      await io.diagnostics.write('Waiting for questions. Ctrl-C stops watching; open questions stay open.\n')
    using interruption = io.catchInterrupts({ orUnread: true })
    const leaving = new AbortController()
    const signal = AbortSignal.any([interruption.signal, leaving.signal])
    await using desk = createQuestionDesk(await database.obtain(), { clock })
    await showArrivals(
      {
        list: () => desk.list(),
        idOf: ({ request }) => request.id,
        watch: desk.watch,
        show: async (stored) => {
          if (terminal === undefined) {
            return io.output.write(options.json === true ? `${JSON.stringify(stored)}\n` : describeQuestions(stored))
          }
          const end = await answerHere(stored, { desk, terminal, environment: io.environment, signal })
          if (end === 'left') leaving.abort()
        },
      },
      signal,
    )
  },
}
