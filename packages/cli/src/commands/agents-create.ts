import { addAgentFlags } from '../agents/agent-flags.ts'
import type { CreateAgentFlags } from '../agents/create-agent.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureAgentsCreate: ConfigureCommand = (command, { io, finish }) => {
  addAgentFlags(command)
    .argument('<name>', 'name of the agent')
    .addOption(
      command
        .createOption(
          '--type <type>',
          'open: every user has their own files; predefined: the same for all, except USER.md',
        )
        .choices(['open', 'predefined'])
        .makeOptionMandatory(),
    )
    .option(
      '--template <folder>',
      'folder with SOUL.md, IDENTITY.md … MEMORY.md and memory/, which every user starts with',
    )
    .addHelpText(
      'after',
      examplesHelp([
        ['An agent that each user can change', 'drawbridge agents create helper --type open'],
        ['An agent that is the same for all', 'drawbridge agents create clerk --type predefined --template ./clerk'],
      ]),
    )
    .action(async (name: string, flags: CreateAgentFlags) => {
      const { createAgent } = await import('../agents/create-agent.ts')
      finish(await createAgent(name, flags, io))
    })
}
