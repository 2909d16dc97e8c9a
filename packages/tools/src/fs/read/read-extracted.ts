import { type ToolOutput, toolOutput } from '@drawbridge/core'
import { note } from '../note.ts'
import { utf8Boundary } from '../text/utf8-bytes.ts'

export interface Extracted {
  readonly path: string
  readonly kind: 'notebook' | 'pdf'
  readonly size: number
  readonly text: string
  readonly start_line: number
  readonly max_lines: number
}

const maxTextBytes = 48_000
const maxLineBytes = 4_096

/** Returns a window of the lines that were taken from a document. */
export function extractedResult({
  path,
  kind,
  size,
  text,
  start_line: startLine,
  max_lines: maxLines,
}: Extracted): ToolOutput {
  const all = text.split('\n')
  const lines: string[] = []
  let used = 0
  for (const line of all.slice(startLine - 1, startLine - 1 + maxLines)) {
    const cut = cutLine(line)
    used += Buffer.byteLength(cut) + 1
    if (used > maxTextBytes && lines.length > 0) break
    lines.push(cut)
  }
  const endLine = startLine + lines.length - 1
  const hasMore = endLine < all.length && lines.length > 0
  const what = kind === 'pdf' ? 'Text of the PDF' : 'Cells of the notebook'
  const edit = kind === 'notebook' ? ' To edit it, read it with cells=false.' : ''
  const range = `${what}, lines ${startLine}-${endLine} of ${all.length}.`
  return toolOutput({
    content: [
      ...(lines.length > 0 ? [{ type: 'text', text: lines.join('\n') } as const] : []),
      ...note(
        lines.length === 0 ? `No line ${startLine}: there are ${all.length} lines.` : `${range}${edit}`,
        hasMore ? `Continue with start_line=${endLine + 1}.` : undefined,
      ),
    ],
    data: {
      path,
      kind,
      size,
      start_line: startLine,
      end_line: endLine,
      total_lines: all.length,
      truncated: hasMore,
      next_start_line: hasMore ? endLine + 1 : null,
    },
  })
}

function cutLine(line: string): string {
  if (Buffer.byteLength(line) <= maxLineBytes) return line
  const bytes = Buffer.from(line)
  return `${bytes.toString('utf8', 0, utf8Boundary(bytes, maxLineBytes))}…`
}
