import type { UnlabelledBlock } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'

/**
 * Returns a text block with our own words, separate from foreign content: `[like this]`. Returns nothing for no parts.
 */
export function note(...parts: readonly (string | undefined)[]): readonly UnlabelledBlock[] {
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? [] : [{ type: 'text', text: `[${said.join(' ')}]`, label: ownLabel }]
}
