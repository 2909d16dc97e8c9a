import type { Check } from './check.ts'

export const checkTerminal: Check = {
  name: 'approvals',
  look: ({ io }) => {
    using terminal = io.openTerminal({ inputIsData: false })
    if (terminal !== undefined) return { status: 'ok', message: 'You can be asked at this terminal.' }
    return {
      status: 'warn',
      message: 'No terminal is available to ask you: calls that need approval are denied.',
      advice:
        'Run drawbridge in a terminal, answer elsewhere (`drawbridge call --approve desk`), or approve in advance (`--approve always`).',
    }
  },
}
