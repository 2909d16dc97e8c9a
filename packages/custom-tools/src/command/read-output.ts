import { fail, type ToolOutput, toolOutput } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { BoundedOutput } from '@drawbridge/core/machine'

type Block = Exclude<ToolOutput['content'], string>[number]

const resultKeys = new Set(['content', 'data', 'for_user', 'is_error'])

/**
 * Reads what a tool printed: a result as JSON (`{content, data?, for_user?, is_error?}`), any other JSON, or text.
 * A result with `is_error` ends the call as `command_failed`.
 */
export function readOutput(output: BoundedOutput, shown: string, limit: number): ToolOutput {
  const text = Buffer.concat([output.head, output.tail]).toString('utf8')
  const isWhole = output.totalBytes <= Math.min(limit, output.head.length + output.tail.length)
  const value = isWhole ? parsed(text) : undefined
  if (value === undefined) return toolOutput({ content: shown.trim() === '' ? 'The tool printed nothing.' : shown })
  const blocks = isResult(value) ? blocksOf(value.content) : undefined
  if (!isResult(value) || blocks === undefined) return toolOutput({ content: text.trimEnd(), data: value })
  const parts = {
    content: blocks,
    ...(value.data === undefined ? {} : { data: value.data }),
    ...(typeof value.for_user === 'string' ? { forUser: value.for_user } : {}),
  }
  if (value.is_error !== true) return toolOutput(parts)
  const told =
    typeof blocks === 'string' ? blocks : blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return fail(
    'command_failed',
    `The tool reported an error: ${String(told).slice(0, 2_000)}`,
    parts.data === undefined ? {} : { data: parts.data },
  )
}

interface PrintedResult {
  readonly content?: unknown
  readonly data?: unknown
  readonly for_user?: unknown
  readonly is_error?: unknown
}

function isResult(value: unknown): value is PrintedResult {
  return isJsonObject(value) && 'content' in value && Object.keys(value).every((key) => resultKeys.has(key))
}

function blocksOf(content: unknown): string | readonly Block[] | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const blocks = content.map(blockOf)
  return blocks.every((block) => block !== undefined) ? blocks : undefined
}

function blockOf(block: unknown): Block | undefined {
  if (!isJsonObject(block)) return undefined
  if (block.type === 'text' && typeof block.text === 'string') return { type: 'text', text: block.text }
  if (block.type === 'json' && 'value' in block) return { type: 'json', value: block.value }
  const mediaType = block.mediaType ?? block.mimeType
  if (block.type === 'image' && typeof block.data === 'string' && typeof mediaType === 'string')
    return { type: 'image', mediaType, data: block.data }
  return undefined
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
