import type { ImageBlockParam, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages'
import type { CallEnd } from '../shared/call-end.ts'
import { mediaOf } from '../shared/result-media.ts'

/** Returns the block that answers a call with its end. */
export function resultBlock(id: string, { status, text, outcome }: CallEnd): ToolResultBlockParam {
  const images = mediaOf(outcome).flatMap(imageOf)
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: images.length === 0 ? text : [{ type: 'text', text }, ...images],
    is_error: status !== 'ok',
  }
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** Other media are named in the text alone: the API takes no others in a result. */
function imageOf({ mediaType, data }: { readonly mediaType: string; readonly data: string }): ImageBlockParam[] {
  const known = imageTypes.find((type) => type === mediaType)
  return known === undefined ? [] : [{ type: 'image', source: { type: 'base64', media_type: known, data } }]
}
