import type { UnlabelledBlock } from '@drawbridge/core'

/** A text block that quotes a file, in a result whose other words are ours. */
export function foreignText(text: string, source: { readonly tool: string; readonly target: string }): UnlabelledBlock {
  return { type: 'text', text, label: { sources: [source], trust: 'untrusted', readers: 'anyone' } }
}
