import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addCallerFlags, addDenyFlag, addSessionFlags, type SessionFlags } from '../session/session-flags.ts'

interface ExplainFlags extends SessionFlags {
  readonly json?: boolean
  readonly prompt?: boolean
}

export const configureExplain: ConfigureCommand = (command, { io }) => {
  addCallerFlags(addDenyFlag(addSessionFlags(command)))
    .argument('[tool]', 'name of the tool; none with --prompt')
    .argument('[arguments]', 'its arguments as JSON, or - to read them from standard input')
    .option('--prompt', 'show the prompt that a run here would have, with the source of each part')
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Why is this asked?', `drawbridge explain fs.write_file '{"path":"notes.md","content":"x"}'`],
          ['Which prompt does an agent get?', 'drawbridge explain --prompt --agent reviewer'],
          ['Where does this path really lead?', `drawbridge explain fs.read_file '{"path":"../secrets"}' --json`],
        ],
        'Exit code: 0 for every verdict.',
      ),
    )
    .action(async (tool: string | undefined, json: string | undefined, flags: ExplainFlags) => {
      const { UsageError } = await import('../command-line/usage-error.ts')
      if ((tool === undefined) !== (flags.prompt === true))
        throw new UsageError('Name a tool, or give --prompt to see the prompt: one of them.')
      const [{ openCommandSession }, { readArguments }, { approversFor }] = await Promise.all([
        import('../session/open-command-session.ts'),
        import('../call/run-call.ts'),
        import('../approval/approvers-for.ts'),
      ])
      // Tools that ask a person exist if `drawbridge call` could ask one here.
      using asking = await approversFor('ask', io, { inputIsData: json === '-' })
      const { questioners } = asking
      await using opened = await openCommandSession({ flags, questioners, record: 'off' })
      if (tool === undefined) {
        const { showPrompt } = await import('../explain/show-prompt.ts')
        await showPrompt(opened.drawbridge, flags, io)
        return
      }
      const given = json === '-' ? await readArguments(io.input) : json
      const explanation = await opened.session.explain({
        name: tool,
        arguments: given,
      })
      const { placeOfCall } = await import('../sandbox/place-of-call.ts')
      const place = await placeOfCall(explanation, opened.drawbridge, flags.agent)
      if (flags.json === true) {
        const { explanationJson } = await import('../explain/explanation-json.ts')
        const notes = opened.drawbridge.policy.explainTool(
          explanation.tool,
          { role: 'main', ...agentOf(flags) },
          {},
        )?.notes
        await io.output.write(`${JSON.stringify({ ...explanationJson(explanation, notes), place })}\n`)
      } else {
        const [{ renderExplanation }, { createStyle }] = await Promise.all([
          import('../explain/render-explanation.ts'),
          import('@drawbridge/room/text'),
        ])
        await io.output.write(renderExplanation(explanation, io.output.columns, createStyle(io.output.colour), place))
      }
    })
}

function agentOf({ agent }: ExplainFlags): { readonly agent?: string } {
  return agent === undefined ? {} : { agent }
}
