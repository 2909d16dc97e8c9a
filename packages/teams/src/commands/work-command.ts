import { type RoomCommand, untilAborted } from '@drawbridge/room'
import { openSupervisor } from '../dispatch/open-supervisor.ts'
import type { TeamsSection } from '../section.ts'
import { personOf } from './team-options.ts'

/** `teams work`. */
export const workCommand: RoomCommand<TeamsSection> = {
  options: [{ flags: '--once', summary: 'end as soon as nothing is left to do' }],
  examples: [['Let the teams work on their boards until Ctrl-C', 'drawbridge teams work']],
  run: async (invocation) => {
    personOf(invocation)
    const { io, options, section } = invocation
    const house = await invocation.openHouse()
    let failed = false
    await using supervisor = await openSupervisor(house, section, {
      onError: (message) => {
        failed = true
        void io.diagnostics.write(`${message}\n`)
      },
    })
    if (options.once === true) {
      await supervisor.look()
      await supervisor.idle()
      return failed ? 1 : 0
    }
    using interrupts = io.catchInterrupts()
    await io.diagnostics.write('The teams work on their boards. Press Ctrl-C to stop.\n')
    // Waiting for changes alone keeps no process alive.
    const stay = setInterval(() => undefined, 60_000)
    await untilAborted(interrupts.signal)
    clearInterval(stay)
    return 0
  },
}
