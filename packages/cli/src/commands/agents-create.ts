import { addAgentFlags } from '../agents/agent-flags.ts'
import type { CreateAgentFlags } from '../agents/create-agent.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureAgentsCreate: ConfigureCommand = (command, { io, finish }) => {
  addAgentFlags(command)
    .argument('<name>', 'what the agent is called')
    .addOption(
      command
        .createOption(
          '--type <type>',
          "open: every file is each user's own; predefined: the same for all, but for USER.md",
        )
        .choices(['open', 'predefined'])
        .makeOptionMandatory(),
    )
    .option('--template <folder>', 'its SOUL.md, IDENTITY.md … MEMORY.md and memory/ are what every user begins with')
    .addHelpText(
      'after',
      examplesHelp([
        ['An agent that each user shapes', 'drawbridge agents create helper --type open'],
        ['One that is the same for all', 'drawbridge agents create clerk --type predefined --template ./clerk'],
      ]),
    )
    .action(async (name: string, flags: CreateAgentFlags) => {
      const { createAgent } = await import('../agents/create-agent.ts')
      finish(await createAgent(name, flags, io))
    })
}
