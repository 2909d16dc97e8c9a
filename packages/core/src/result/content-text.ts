import type { ContentBlock } from './content-block.ts'

/** Content as one text, a block after the other. What is not text appears as a note in brackets. */
export function contentText(content: readonly ContentBlock[]): string {
  const [first] = content
  return content.length === 1 && first !== undefined ? blockText(first) : content.map(blockText).join('\n')
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'json':
      return JSON.stringify(block.value, undefined, 2)
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mediaType}, ${bytesOf(block.data)} bytes]`
    case 'resource':
      return block.text ?? `[resource ${block.uri}]`
    case 'artifact_ref':
      return `[artifact ${block.id}, ${block.mediaType}, ${block.bytes} bytes]`
    default:
      return block satisfies never
  }
}

function bytesOf(base64: string): number {
  const digits = base64.replace(/=+$/, '').length
  return Math.floor((digits * 3) / 4)
}
