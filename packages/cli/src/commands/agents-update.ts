import { addAgentFlags } from '../agents/agent-flags.ts'
import type { UpdateAgentFlags } from '../agents/update-agent.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureAgentsUpdate: ConfigureCommand = (command, { io, finish }) => {
  addAgentFlags(command)
    .argument('<name>', 'which agent')
    .requiredOption(
      '--template <folder>',
      'folder with SOUL.md, IDENTITY.md … MEMORY.md and memory/, which replace those of the agent',
    )
    .addHelpText(
      'after',
      examplesHelp([['Give all users of an agent its new files', 'drawbridge agents update clerk --template ./clerk']]),
    )
    .action(async (name: string, flags: UpdateAgentFlags) => {
      const { updateAgent } = await import('../agents/update-agent.ts')
      finish(await updateAgent(name, flags, io))
    })
}
