import type { UnlabelledBlock } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'

/** A text block of our own words beside content that is not ours: `[like this]`. Nothing for no parts. */
export function note(...parts: readonly (string | undefined)[]): readonly UnlabelledBlock[] {
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? [] : [{ type: 'text', text: `[${said.join(' ')}]`, label: ownLabel }]
}
