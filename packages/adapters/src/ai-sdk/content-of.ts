import { fail, type UnlabelledBlock } from '@drawbridge/core'
import type { Tool } from 'ai'

type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>
type Part = Extract<ModelOutput, { readonly type: 'content' }>['value'][number]

/** Returns the output that a tool of the AI SDK shows to a model as content. Throws a `ToolFault` for an output that is an error. */
export function contentOf(output: ModelOutput): readonly UnlabelledBlock[] {
  switch (output.type) {
    case 'text':
      return [{ type: 'text', text: output.value }]
    case 'json':
      return [{ type: 'json', value: output.value }]
    case 'error-text':
      return fail('internal_error', output.value)
    case 'error-json':
      return fail('internal_error', JSON.stringify(output.value))
    case 'execution-denied':
      return fail('denied_by_user', output.reason ?? 'The tool refused the call.')
    case 'content':
      return output.value.map(blockOf)
    default:
      return output satisfies never
  }
}

function blockOf(part: Part): UnlabelledBlock {
  if (part.type === 'text') return { type: 'text', text: part.text }
  if (part.type !== 'file') return { type: 'text', text: `[${part.type}]` }
  const { mediaType, data } = part
  if (data.type === 'text') return { type: 'text', text: data.text }
  if (data.type !== 'data' || typeof data.data !== 'string') return { type: 'text', text: `[${mediaType}]` }
  if (mediaType.startsWith('image/')) return { type: 'image', mediaType, data: data.data }
  if (mediaType.startsWith('audio/')) return { type: 'audio', mediaType, data: data.data }
  return { type: 'resource', uri: 'output:file', mediaType, data: data.data }
}
