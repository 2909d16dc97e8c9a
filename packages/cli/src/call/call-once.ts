import type { Outcome, Run } from '@drawbridge/core'
import { escapeUnprintable } from '@drawbridge/core/base'
import { createStyle } from '@drawbridge/room/text'
import type { Io } from '../io/io.ts'
import { outcomeJson } from './outcome-json.ts'
import { renderOutcome } from './render-outcome.ts'

export interface SingleCall {
  readonly tool: string
  /** As text, unread. */
  readonly json: string | undefined
  readonly asJson: boolean
}

/** Makes one call and shows its outcome. The arguments go in unread: what is wrong with them is the pipeline's to say. */
export async function callOnce(
  run: Pick<Run, 'call'>,
  { tool, json, asJson }: SingleCall,
  { output, diagnostics }: Pick<Io, 'output' | 'diagnostics'>,
): Promise<Outcome> {
  const outcome = await run.call({ name: tool, arguments: json })
  if (asJson) {
    await output.write(`${JSON.stringify(outcomeJson(outcome))}\n`)
    return outcome
  }
  const { content, notes } = renderOutcome(outcome, createStyle(diagnostics.colour))
  await output.write(output.isTerminal ? escapeUnprintable(content) : content)
  await diagnostics.write(notes)
  return outcome
}
