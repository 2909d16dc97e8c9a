/** The bytes of UTF-8 that count as one token. Tokenizers make of code and paths three to four bytes a token. */
const bytesPerToken = 3

/** Estimates the tokens of a text, rather too many than too few. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

/**
 * Takes steps as long as their lines fit into a budget together with what is reserved. It ends at the first that does not fit, so that
 * a larger budget takes all that a smaller one does.
 * @param reserved Bytes that something else takes.
 */
export function fitBudget<Line extends { readonly text: string }>(
  steps: Iterable<readonly Line[]>,
  { budget, reserved }: { readonly budget: number; readonly reserved: number },
): { readonly lines: readonly Line[]; readonly isComplete: boolean } {
  let left = budget * bytesPerToken - reserved
  const lines: Line[] = []
  for (const step of steps) {
    left -= step.reduce((bytes, { text }) => bytes + Buffer.byteLength(text) + 1, 0)
    // A step without lines takes nothing, even if what is reserved is too much already.
    if (left < 0 && step.length > 0) return { lines, isComplete: false }
    lines.push(...step)
  }
  return { lines, isComplete: true }
}
