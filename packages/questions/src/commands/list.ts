import type { RoomCommand } from '@drawbridge/room'
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
