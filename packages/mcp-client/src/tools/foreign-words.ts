import type { Label, UnlabelledBlock } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { createEnclosure, enclose, enclosureNotice } from '@drawbridge/core/untrusted'

/**
 * Puts words of servers into a result of one of our own tools: between marked lines, after a sentence that says whose they are, and
 * labelled so that they vouch for nothing.
 * @param whose The source, such as `the MCP server "x"`.
 */
export function foreignWords(whose: string, tool: string, text: string): readonly UnlabelledBlock[] {
  if (text === '') return []
  return [
    { type: 'text', text: enclosureNotice(whose), label: ownLabel },
    { type: 'text', text: enclose(text, createEnclosure()), label: foreignLabel(tool) },
  ]
}

/** Returns the label of what strangers wrote. */
export function foreignLabel(tool: string): Label {
  return { sources: [{ tool }], trust: 'untrusted', readers: 'anyone' }
}
