import type { Outcome } from '@drawbridge/core'

/** All text of an outcome, as a model reads it. */
export function outcomeText({ result }: Outcome): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n')
}
