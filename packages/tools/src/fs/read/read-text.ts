import { type ToolOutput, toolOutput } from '@drawbridge/core'
import { note } from '../result-text.ts'
import type { TextFormat } from '../text/text-format.ts'
import type { WindowRead } from './read-window.ts'

export interface TextReading {
  readonly path: string
  readonly size: number
  readonly format: TextFormat
  readonly startLine: number
  readonly lineNumbers: boolean
  readonly read: WindowRead
}

/** The result of reading text: the lines as they are, then in our own words what else there is to know. */
export function textResult({ path, size, format, startLine, lineNumbers, read }: TextReading): ToolOutput {
  const { lines, truncatedLines, hasMore, totalLines, endlessLine } = read
  const endLine = startLine + lines.length - 1
  const text = (lineNumbers ? lines.map((line, index) => `${startLine + index}\t${line}`) : lines).join('\n')
  return toolOutput({
    content: [
      ...(lines.length > 0 ? [{ type: 'text', text } as const] : []),
      ...note(
        rangeNote(startLine, read),
        truncatedLines.length > 0 ? `Cut at 4,096 bytes: line ${truncatedLines.join(', ')}.` : undefined,
        endlessLine === undefined
          ? undefined
          : `Line ${endlessLine} is longer than 64 MiB and was not read to its end.`,
        format.codec.encoding === 'utf-8' ? undefined : `Stored as ${format.codec.encoding}.`,
      ),
    ],
    data: {
      path,
      kind: 'text',
      size,
      encoding: format.codec.encoding,
      bom: format.bomBytes > 0,
      start_line: startLine,
      end_line: endLine,
      total_lines: totalLines ?? null,
      truncated: hasMore || endlessLine !== undefined,
      next_start_line: hasMore ? endLine + 1 : null,
      truncated_lines: truncatedLines,
    },
  })
}

function rangeNote(startLine: number, { lines, hasMore, totalLines }: WindowRead): string | undefined {
  const of = totalLines === undefined ? '' : ` of ${totalLines}`
  const endLine = startLine + lines.length - 1
  if (lines.length === 0 && totalLines === 0) return 'The file is empty.'
  if (lines.length === 0) return `No line ${startLine}: the file has ${totalLines ?? 'fewer'} lines.`
  if (hasMore) return `Lines ${startLine}-${endLine}${of}. Continue with start_line=${endLine + 1}.`
  return startLine > 1 ? `Lines ${startLine}-${endLine}${of}, to the end of the file.` : undefined
}
