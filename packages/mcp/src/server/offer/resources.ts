import type { ContentBlock } from '@drawbridge/core'
import type { OfferedResource, OfferedTemplate } from '@drawbridge/room'
import {
  INTERNAL_ERROR,
  type InputRequiredResult,
  ProtocolError,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { serveRequest } from '../call/serve-request.ts'
import type { ClientReach } from '../call/served-call.ts'
import type { ClientConnection } from '../connection.ts'
import { matchesTemplate } from './match-template.ts'
import type { ServedOffer } from './served-offer.ts'

/** A document as `resources/list` shows it. */
export function describeResource({ uri, name, title, description, mediaType, bytes }: OfferedResource): Resource {
  return {
    uri,
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mediaType === undefined ? {} : { mimeType: mediaType }),
    ...(bytes === undefined ? {} : { size: bytes }),
  }
}

/** A family of documents as `resources/templates/list` shows it. */
export function describeTemplate({
  uriTemplate,
  name,
  title,
  description,
  mediaType,
}: OfferedTemplate): ResourceTemplateType {
  return {
    uriTemplate,
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mediaType === undefined ? {} : { mimeType: mediaType }),
  }
}

/** Returns the tool that reads an address; undefined if nothing that is offered has it. */
export function readerOf(uri: string, { resources, templates }: ServedOffer): string | undefined {
  const resource = resources.find((each) => each.uri === uri)
  return (resource ?? templates.find(({ uriTemplate }) => matchesTemplate(uriTemplate, uri)))?.tool
}

/** Answers `resources/read` by the call that reads the document. */
export async function readResource(
  uri: string,
  offer: ServedOffer,
  reach: ClientReach,
  context: ServerContext,
  connection: ClientConnection,
): Promise<ReadResourceResult | InputRequiredResult> {
  const tool = readerOf(uri, offer)
  if (tool === undefined) throw new ResourceNotFoundError(uri)
  const asked = { name: `resources/read ${uri}` }
  const answer = await serveRequest({ asked, call: { name: tool, arguments: { uri } }, reach }, context, connection)
  if (answer.type === 'asking') return answer.result
  const { status, text, result } = answer.outcome
  if (status !== 'ok') {
    if (result.code === 'file_not_found') throw new ResourceNotFoundError(uri, text)
    throw new ProtocolError(INTERNAL_ERROR, text)
  }
  return { contents: [...result.content, ...(result.media ?? [])].flatMap((block) => contentsOf(block, uri)) }
}

function contentsOf(block: ContentBlock, uri: string): ReadResourceResult['contents'] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ uri, mimeType: 'text/plain', text: block.text }]
    case 'json':
      return [{ uri, mimeType: 'application/json', text: JSON.stringify(block.value) ?? 'null' }]
    case 'image':
    case 'audio':
      return [{ uri, mimeType: block.mediaType, blob: block.data }]
    case 'resource': {
      const known = { uri: block.uri, ...(block.mediaType === undefined ? {} : { mimeType: block.mediaType }) }
      if (block.text !== undefined) return [{ ...known, text: block.text }]
      return block.data === undefined ? [] : [{ ...known, blob: block.data }]
    }
    case 'artifact_ref':
      return [{ uri, mimeType: 'text/plain', text: `[The whole text is the artifact ${block.id}.]` }]
    default:
      return block satisfies never
  }
}
