import { addAgentFlags } from '../agents/agent-flags.ts'
import type { AgentFlags } from '../agents/open-agents.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureAgentsRemove: ConfigureCommand = (command, { io, finish }) => {
  addAgentFlags(command)
    .argument('<name>', 'which agent')
    .addHelpText(
      'after',
      examplesHelp([['With its files and memory, for all users', 'drawbridge agents remove helper']]),
    )
    .action(async (name: string, flags: AgentFlags) => {
      const { removeAgent } = await import('../agents/remove-agent.ts')
      finish(await removeAgent(name, flags, io))
    })
}
