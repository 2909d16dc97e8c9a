import type { RoomCommand } from '@drawbridge/room'
import { answerHere } from './answer-here.ts'
import { describeQuestions } from './describe-questions.ts'
import { findDesk, jsonOption } from './open-desk.ts'

export const listCommand: RoomCommand = {
  options: [{ flags: '--all', summary: 'include answered and expired questions' }, jsonOption],
  examples: [['Which questions are pending?', 'drawbridge questions list --json']],
  run: async ({ options, io, ground }) => {
    await using desk = await findDesk(ground)
    const questions = (await desk?.list({ all: options.all === true })) ?? []
    if (options.json === true) return io.output.write(`${JSON.stringify({ questions })}\n`)
    if (questions.length === 0) return io.diagnostics.write('No questions are pending.\n')
    await io.output.write(questions.map(describeQuestions).join('\n'))
    await io.diagnostics.write(
      'Answer at a terminal with `drawbridge questions`, or `drawbridge questions answer ID ANSWER...`.\n',
    )
  },
}

/** Asks what waits, one after the other. Without a terminal it is listed. */
export const askCommand: RoomCommand = {
  options: [jsonOption],
  examples: [['Answer pending questions, one after the other', 'drawbridge questions']],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    using terminal = options.json === true ? undefined : io.openTerminal({ inputIsData: false })
    if (terminal === undefined) return void (await listCommand.run(invocation))
    await using desk = await findDesk(ground)
    const pending = (await desk?.list()) ?? []
    if (desk === undefined || pending.length === 0) return io.diagnostics.write('No questions are pending.\n')
    using interruption = io.catchInterrupts()
    const place = { desk, terminal, environment: io.environment, signal: interruption.signal }
    for (const stored of pending) if ((await answerHere(stored, place)) === 'left') return
  },
}
