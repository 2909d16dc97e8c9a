import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addCallerFlags, addSessionFlags, type SessionFlags } from '../session/session-flags.ts'

interface ToolsFlags extends SessionFlags {
  readonly dialect?: string
  readonly provider?: string
  readonly json?: boolean
}

export const configureTools: ConfigureCommand = (command, { io: { output } }) => {
  addCallerFlags(addSessionFlags(command))
    .option('--dialect <name>', 'spelling of tool names for a model: safe or canonical (default: safe)')
    .option('--provider <name>', 'for models of this provider, or provider/model')
    .option('--json', 'write one JSON object, with the input schemas')
    .addHelpText(
      'after',
      examplesHelp([
        ['What there is', 'drawbridge tools'],
        ['As for a provider that accepts dots', 'drawbridge tools --dialect canonical --json'],
      ]),
    )
    .action(async (flags: ToolsFlags) => {
      const { openCommandSession } = await import('../session/open-command-session.ts')
      const { provider, dialect = 'safe' } = flags
      await using opened = await openCommandSession({ flags, provider, dialect, record: 'off' })
      const { snapshot } = opened.session
      if (flags.json === true) {
        const { toolsJson } = await import('../tools/tools-json.ts')
        await output.write(`${JSON.stringify(await toolsJson(snapshot))}\n`)
      } else {
        const [{ renderTools }, { createStyle }] = await Promise.all([
          import('../tools/render-tools.ts'),
          import('../text/create-style.ts'),
        ])
        await output.write(renderTools(snapshot, output.columns, createStyle(output.colour)))
      }
    })
}
