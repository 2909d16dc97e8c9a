import type { ContentBlock, Outcome } from '@drawbridge/core'

/** Content of a result that is not text, as providers take it. */
export interface ResultMedia {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

/** Returns the pictures, sounds and files in the content that a model is shown. The text of the outcome names them in brackets. */
export function mediaOf(outcome: Outcome | undefined): readonly ResultMedia[] {
  return outcome?.result.content.flatMap(mediaIn) ?? []
}

function mediaIn(block: ContentBlock): readonly ResultMedia[] {
  switch (block.type) {
    case 'image':
    case 'audio':
      return [{ mediaType: block.mediaType, data: block.data }]
    case 'resource':
      return block.data === undefined
        ? []
        : [{ mediaType: block.mediaType ?? 'application/octet-stream', data: block.data }]
    case 'text':
    case 'json':
    case 'artifact_ref':
      return []
    default:
      return block satisfies never
  }
}
