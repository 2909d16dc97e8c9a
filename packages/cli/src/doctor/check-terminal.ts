import type { Check } from './check.ts'

export const checkTerminal: Check = {
  name: 'approvals',
  look: ({ io }) => {
    using terminal = io.openTerminal({ inputIsData: false })
    if (terminal !== undefined) return { status: 'ok', message: 'You can be asked at this terminal.' }
    return {
      status: 'warn',
      message: 'There is no terminal here to ask you at: calls that need approval are denied.',
      advice: 'Start it in a terminal, or give your yes in advance with --approve always.',
    }
  },
}
