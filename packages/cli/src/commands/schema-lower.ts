import { type SchemaFamily, schemaFamilies } from '@drawbridge/core/lowering'
import { Option } from 'commander'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addCallerFlags, addSessionFlags, type SessionFlags } from '../session/session-flags.ts'
import { dialectHelp } from '../tools/dialect-help.ts'

interface SchemaLowerFlags extends SessionFlags {
  readonly provider: SchemaFamily
  readonly tool?: string
  readonly dialect?: string
  readonly json?: boolean
}

export const configureSchemaLower: ConfigureCommand = (command, { io: { output }, finish }) => {
  addCallerFlags(addSessionFlags(command))
    .addOption(
      new Option('--provider <family>', 'the family of providers to lower for')
        .choices(schemaFamilies)
        .makeOptionMandatory(),
    )
    .option('--tool <name>', 'only this tool, canonical or exposed (default: each tool)')
    .option('--dialect <name>', dialectHelp)
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['What Gemini is shown of one tool', 'drawbridge schema lower --provider gemini --tool fs.edit'],
          ['What is lost for strict mode', 'drawbridge schema lower --provider openai-strict --json'],
        ],
        'Exit code 1: the provider would refuse one of the tools, which is named.',
      ),
    )
    .action(async (flags: SchemaLowerFlags) => {
      const [{ openCommandSession }, { lowerTools, renderLoweredTools }] = await Promise.all([
        import('../session/open-command-session.ts'),
        import('../tools/lower-tools.ts'),
      ])
      const { provider, tool, dialect = 'configured', json } = flags
      await using opened = await openCommandSession({ flags, dialect, record: 'off' })
      const lowered = await lowerTools(opened.session.snapshot, provider, tool)
      await output.write(
        json === true ? `${JSON.stringify({ provider, tools: lowered })}\n` : renderLoweredTools(lowered),
      )
      if (lowered.some((one) => 'refused' in one)) finish(1)
    })
}
