import type { TextOutput } from '@drawbridge/room'
import type { Drawbridge } from '@drawbridge/sdk'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addCallerFlags, addSessionFlags, type SessionFlags } from '../session/session-flags.ts'
import { dialectHelp } from '../tools/dialect-help.ts'

interface ToolsFlags extends SessionFlags {
  readonly dialect?: string
  readonly provider?: string
  readonly json?: boolean
  readonly prompt?: boolean
}

export const configureTools: ConfigureCommand = (command, { io }) => {
  addCallerFlags(addSessionFlags(command.argument('[tool...]', 'only these tools, with their parameters')))
    .option('--dialect <name>', dialectHelp)
    .option('--provider <name>', 'for models of this provider, or provider/model')
    .option('--json', 'write one JSON object, with the input schemas')
    .option('--prompt', 'write what the system prompt should say about capabilities, instead of the tools')
    .addHelpText(
      'after',
      examplesHelp([
        ['What there is', 'drawbridge tools'],
        ['One tool with its parameters', 'drawbridge tools fs.read_file'],
        ['As for a provider that accepts dots', 'drawbridge tools --dialect canonical --json'],
        ['What to add to the system prompt', 'drawbridge tools --prompt'],
      ]),
    )
    .action(async (wanted: readonly string[], flags: ToolsFlags) => {
      const { openCommandSession } = await import('../session/open-command-session.ts')
      const { approversFor } = await import('../approval/approvers-for.ts')
      const { provider, dialect = 'configured' } = flags
      const { output } = io
      // Tools that ask a person exist if `drawbridge call` could ask one here.
      using asking = await approversFor('ask', io, { inputIsData: false })
      const { questioners } = asking
      await using opened = await openCommandSession({ flags, provider, dialect, questioners, record: 'off' })
      if (flags.prompt === true) return await writePrompt(flags, opened.drawbridge, output)
      const { chooseTools } = await import('../tools/choose-tools.ts')
      const chosen = chooseTools(opened.session.snapshot, wanted)
      if (flags.json === true) {
        const { toolsJson } = await import('../tools/tools-json.ts')
        await output.write(`${JSON.stringify(await toolsJson(chosen))}\n`)
      } else {
        const [{ renderTools }, { createStyle }, { renderParameters }] = await Promise.all([
          import('../tools/render-tools.ts'),
          import('@drawbridge/room/text'),
          import('../tools/render-parameters.ts'),
        ])
        const style = createStyle(output.colour)
        await output.write(renderTools(chosen, output.columns, style))
        if (wanted.length > 0) await output.write(await renderParameters(chosen))
      }
    })
}

/** Writes the blocks of all capabilities for the system prompt: as text, or as JSON with the names of the blocks. */
async function writePrompt(
  { agent, user, json }: ToolsFlags,
  drawbridge: Pick<Drawbridge, 'promptBlocks'>,
  output: TextOutput,
): Promise<void> {
  const blocks = await drawbridge.promptBlocks({ agent, user })
  if (json === true) await output.write(`${JSON.stringify({ blocks })}\n`)
  else await output.write(blocks.map(({ text }) => `${text}\n`).join('\n'))
}
