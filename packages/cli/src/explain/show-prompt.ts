import { DrawbridgeError } from '@drawbridge/core'
import { defined, escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import { createStyle } from '@drawbridge/room/text'
import type { Drawbridge } from '@drawbridge/sdk'
import type { Io } from '../io/io.ts'

/** Shows the prompt that a run here would have: its parts in their order, each with its source. */
export async function showPrompt(
  { house }: Pick<Drawbridge, 'house'>,
  { agent, json }: { readonly agent?: string; readonly json?: boolean },
  { output }: Pick<Io, 'output'>,
): Promise<void> {
  const runner = await house.service('agentRunner')
  if (runner === undefined) throw new DrawbridgeError('invalid_option', 'No room runs agents here.')
  const blocks = await runner.explainPrompt({ principal: defined({ agent }) })
  if (json === true) {
    await output.write(`${JSON.stringify({ blocks })}\n`)
    return
  }
  const style = createStyle(output.colour)
  const parts = blocks.map(({ source, text, tokens, place }) => {
    const where = place === 'latest' ? ', behind the conversation' : ''
    return `${style.faint(escapeToOneLine(`── ${source} (${tokens} tokens${where})`))}\n${escapeUnprintable(text)}\n`
  })
  const total = blocks.reduce((sum, { tokens }) => sum + tokens, 0)
  await output.write(`${parts.join('\n')}\n${style.faint(`${total} tokens in ${blocks.length} parts`)}\n`)
}
