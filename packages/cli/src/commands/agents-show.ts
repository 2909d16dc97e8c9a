import { addAgentFlags } from '../agents/agent-flags.ts'
import type { AgentFlags } from '../agents/open-agents.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureAgentsShow: ConfigureCommand = (command, { io, finish }) => {
  addAgentFlags(command)
    .argument('<name>', 'which agent')
    .addHelpText('after', examplesHelp([['The files that its users start with', 'drawbridge agents show helper']]))
    .action(async (name: string, flags: AgentFlags) => {
      const { showAgent } = await import('../agents/show-agent.ts')
      finish(await showAgent(name, flags, io))
    })
}
