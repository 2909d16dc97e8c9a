import type { RoomCommand } from '@drawbridge/room'
import { operatorOf } from '@drawbridge/sandbox'
import { createTerminalQuestioner } from '../terminal/create-terminal-questioner.ts'
import { listCommand } from './list.ts'
import { findDesk, jsonOption } from './open-desk.ts'
import { explainReceipt } from './reply.ts'

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
    const questioner = createTerminalQuestioner({ terminal })
    for (const { request } of pending) {
      const reply = await questioner.ask(request, interruption.signal)
      if (reply === undefined) return
      const receipt = await desk.reply(request.id, reply, operatorOf(io.environment))
      terminal.write(receipt.status === 'accepted' ? 'Thank you.\n' : `${explainReceipt(request.id, receipt)}\n`)
    }
  },
}
