import { addAgentFlags } from '../agents/agent-flags.ts'
import type { AgentFlags } from '../agents/open-agents.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureAgentsList: ConfigureCommand = (command, { io }) => {
  addAgentFlags(command)
    .addHelpText('after', examplesHelp([['Which agents exist?', 'drawbridge agents list']]))
    .action(async (flags: AgentFlags) => {
      const { listAgents } = await import('../agents/list-agents.ts')
      await listAgents(flags, io)
    })
}
