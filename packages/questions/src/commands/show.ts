import type { RoomCommand } from '@drawbridge/room'
import { describeQuestions } from './describe-questions.ts'
import { findDesk, idArgument, jsonOption, needQuestions } from './open-desk.ts'

export const showCommand: RoomCommand = {
  arguments: [idArgument],
  options: [jsonOption],
  examples: [['Everything about one id', 'drawbridge questions show ID']],
  run: async ({ arguments: [id = ''], options, io, ground }) => {
    await using desk = await findDesk(ground)
    const stored = await needQuestions(id, desk)
    await io.output.write(options.json === true ? `${JSON.stringify(stored)}\n` : describeQuestions(stored))
  },
}
