import type { Artifact } from '@drawbridge/core/artifact'
import { findSession } from '@drawbridge/store/sessions'
import { z } from 'zod'
import { callerId } from '../../caller/caller.ts'
import { Problem, refuse } from '../../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route, type RouteContext } from '../../route/route.ts'
import { time, timeOf } from '../account/account-schemas.ts'
import { isInSight, needSession } from '../sessions/own-session.ts'
import { type ByteRange, readRange } from './byte-range.ts'
import { attachment } from './content-disposition.ts'

const artifactShape = z
  .strictObject({
    id: z.string(),
    session: z.string(),
    tool: z.string(),
    call: z.string(),
    mediaType: z.string().describe('As the tool said. The content is always sent as bytes to save.'),
    label: z.record(z.string(), z.unknown()).describe('Whose words the content is.'),
    bytes: z.number(),
    hash: z.string().describe('SHA-256 of the content, hex.'),
    createdAt: time,
    complete: z.boolean().describe('False if a limit cut the output off: only its beginning is kept.'),
  })
  .meta({ id: 'Artifact' })

const params = z.strictObject({ id: z.string().min(1).max(200) })
const common = { tag: 'artifacts', role: 'member', scope: 'sessions:read' } as const

function shown({ toolCallId, createdAt, label, ...rest }: Artifact) {
  return { ...rest, call: toolCallId, label: { ...label }, createdAt: timeOf(createdAt) }
}

/** Returns the artifact of a session that the caller may see. Refuses any other in the words of one that does not exist. */
async function needArtifact(id: string, { gateway, caller }: RouteContext): Promise<Artifact> {
  for (const artifact of await gateway.drawbridge.artifacts.locate(id)) {
    const session = await findSession(gateway.database, artifact.session)
    if (session !== undefined && isInSight({ user: session.user, agent: session.agent }, caller)) return artifact
  }
  return refuse('not_found', 'There is no such artifact; it may have expired.')
}

const listArtifacts = defineRoute({
  ...{ method: 'GET', path: '/sessions/{id}/artifacts', operation: 'listSessionArtifacts', ...common },
  summary: 'List the whole outputs that are kept of a session, latest first',
  params,
  query: z.strictObject(pageQuery),
  answer: pageOf(artifactShape),
  handle: async ({ params: { id }, query }, context) => {
    const { gateway, caller } = context
    await needSession(id, context)
    const artifacts = (await gateway.drawbridge.artifacts.list(id)).map(shown)
    const list = ['artifacts', id, callerId(caller)]
    return pageInMemory(gateway.cursors, artifacts, { query, list, keyOf: (each) => each.id })
  },
})

const getArtifact = defineRoute({
  ...{ method: 'GET', path: '/artifacts/{id}', operation: 'getArtifact', ...common },
  summary: 'Describe a whole output of which a model saw a part',
  params,
  answer: artifactShape,
  handle: async ({ params: { id } }, context) => shown(await needArtifact(id, context)),
})

const getContent = defineRoute({
  ...{ method: 'GET', path: '/artifacts/{id}/content', operation: 'getArtifactContent', ...common },
  summary: 'Download a whole output',
  description:
    'It is sent as bytes to save, whatever they are, and never to be shown by a browser. The header `Range` with one range of bytes is answered with 206.',
  params,
  answer: z.string(),
  answerType: 'application/octet-stream',
  problems: ['range_outside'],
  handle: async ({ params: { id } }, context) => {
    const artifact = await needArtifact(id, context)
    const { headers, request } = context
    const etag = `"${artifact.hash}"`
    headers.set('etag', etag)
    headers.set('accept-ranges', 'bytes')
    // A range of another content than the one whose beginning the client has would make a mixture.
    const since = request.headers.get('if-range')
    const wanted = since === null || since === etag ? request.headers.get('range') : null
    const range = readRange(wanted, artifact.bytes)
    if (range === 'outside') throw new Problem('range_outside', { detail: `The content has ${artifact.bytes} bytes.` })
    headers.set('content-type', 'application/octet-stream')
    headers.set('content-disposition', attachment(`${artifact.tool}-${artifact.id}${endingOf(artifact)}`))
    const { from, to } = range ?? { from: 0, to: artifact.bytes - 1 }
    headers.set('content-length', String(to - from + 1))
    if (range !== undefined) headers.set('content-range', `bytes ${from}-${to}/${artifact.bytes}`)
    return new Response(contentOf(artifact, { from, to }, context), {
      status: range === undefined ? 200 : 206,
      headers,
    })
  },
})

function endingOf({ mediaType }: Artifact): string {
  return mediaType.startsWith('text/') ? '.txt' : ''
}

const pageBytes = 262_144

/** Reads page by page, so that a large content takes no memory. */
function contentOf(
  { id, session }: Artifact,
  { from, to }: ByteRange,
  { gateway: { drawbridge } }: RouteContext,
): ReadableStream<Uint8Array> {
  let offset = from
  return new ReadableStream({
    pull: async (controller) => {
      if (offset > to) return controller.close()
      const length = Math.min(pageBytes, to - offset + 1)
      const page = await drawbridge.artifacts.read(id, session, { offset, length })
      if (page.length === 0) throw new Error(`The artifact ${id} was removed while it was sent.`)
      offset += page.length
      controller.enqueue(page)
    },
  })
}

export const artifactRoutes: readonly Route[] = [listArtifacts, getArtifact, getContent]
