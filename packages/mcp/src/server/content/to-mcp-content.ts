import type { ArtifactReferenceBlock, ContentBlock, ResourceBlock } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import type { NameMap } from '@drawbridge/core/registry'
import type { ContentBlock as McpContentBlock } from '@modelcontextprotocol/server'
import { metaKeys } from '../meta-keys.ts'
import { artifactUri } from './artifact-uri.ts'

/**
 * The blocks in which a client gets one of ours; each carries our block's label. What MCP cannot hold is said in words, since
 * one block that the client's schema refuses would cost it the whole result.
 */
export function toMcpContent(block: ContentBlock, names: Pick<NameMap, 'exposedName'>): readonly McpContentBlock[] {
  const labelled = { _meta: { [metaKeys.label]: block.label } }
  const say = (text: string): readonly McpContentBlock[] => [{ type: 'text', text, ...labelled }]
  switch (block.type) {
    case 'text':
      return say(block.text)
    case 'json':
      return say(JSON.stringify(block.value) ?? 'null')
    case 'image':
    case 'audio':
      return isBase64(block.data)
        ? [{ type: block.type, data: block.data, mimeType: block.mediaType, ...labelled }]
        : say(`(The ${block.type} of type ${block.mediaType} was left out because its data is not base64.)`)
    case 'resource': {
      const resource = resourceContents(block)
      return resource === undefined
        ? [{ type: 'resource_link', name: block.uri, ...identityOf(block), ...labelled }]
        : [{ type: 'resource', resource, ...labelled }]
    }
    case 'artifact_ref':
      return [...say(describeArtifact(block, names)), { ...linkTo(block), ...labelled }]
    default:
      return assertNever(block)
  }
}

function resourceContents(block: ResourceBlock) {
  if (block.text !== undefined) return { ...identityOf(block), text: block.text }
  if (block.data !== undefined && isBase64(block.data)) return { ...identityOf(block), blob: block.data }
  return undefined
}

function identityOf({ uri, mediaType }: ResourceBlock) {
  return { uri, ...(mediaType === undefined ? {} : { mimeType: mediaType }) }
}

function describeArtifact(
  { id, mediaType, bytes }: ArtifactReferenceBlock,
  names: Pick<NameMap, 'exposedName'>,
): string {
  const reader = names.exposedName('artifact.read')
  const how = reader === undefined ? '' : ` Read parts of it with ${reader}.`
  return `The full output (${mediaType}, ${bytes} bytes) is stored as artifact ${id}.${how}`
}

function linkTo({ id, mediaType, bytes }: ArtifactReferenceBlock) {
  return { type: 'resource_link', uri: artifactUri(id), name: id, mimeType: mediaType, size: bytes } as const
}

/** RFC 4648 with padding, the strictest reading that any client could have. */
function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data)
}
