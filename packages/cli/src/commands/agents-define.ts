import { addAgentFlags } from '../agents/agent-flags.ts'
import type { DefineAgentFlags } from '../agents/define-agent.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureAgentsDefine: ConfigureCommand = (command, { io, finish }) => {
  addAgentFlags(command)
    .argument('<name>', 'name of the agent')
    .argument('[file]', 'an AGENT.md, or - to read it from standard input')
    .option('--remove', 'remove the stored definition')
    .addHelpText(
      'after',
      examplesHelp([
        ['Store a definition', 'drawbridge agents define reviewer ./AGENT.md'],
        ['Remove it again', 'drawbridge agents define reviewer --remove'],
      ]),
    )
    .action(async (name: string, file: string | undefined, flags: DefineAgentFlags) => {
      const { defineAgent } = await import('../agents/define-agent.ts')
      finish(await defineAgent(name, file, flags, io))
    })
}
