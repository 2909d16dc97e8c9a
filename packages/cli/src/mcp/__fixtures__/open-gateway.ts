import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { openHttpServer } from '@drawbridge/net/server'
import { onTestFinished } from 'vitest'
import { type ScratchFolder, scratchFolder } from '../../__fixtures__/scratch-folder.ts'
import type { RealPlaces, RealServer } from './real-servers.ts'

/** A home whose configuration has real servers behind it. */
export interface Gateway {
  readonly folder: ScratchFolder
  readonly places: RealPlaces
}

/** The agent that may call nothing of a server with one tool. */
export const refusedAgent = 'guest'

const page = (words: string) =>
  new Response(`<!doctype html><title>${words}</title>`, { headers: { 'content-type': 'text/html' } })

/**
 * Prepares a gateway to these servers: their files, one page for the browser, and rules that allow one tool of each and deny another. The
 * tool that tells the secret needs approval.
 */
export async function openGateway(
  tools: string,
  servers: readonly RealServer[],
  alsoAllowed: readonly string[] = [],
): Promise<Gateway> {
  const secret = `ghp_${randomBytes(64).toString('base64').replace(/[^A-Za-z0-9]/g, '').slice(0, 36)}`
  const web = await openHttpServer({
    fetch: async ({ url }) => page(new URL(url).pathname === '/secret' ? `it is ${secret}` : 'A page for the test'),
  })
  onTestFinished(() => web.close())
  const scratch = scratchFolder()
  const folder = join(scratch.workspace, 'work')
  mkdirSync(folder)
  const places: RealPlaces = { tools, folder, secret, page: String(web.url) }
  writeFileSync(join(folder, 'note.txt'), 'a quiet note\n')
  writeFileSync(join(folder, 'secret.txt'), `it is ${secret}\n`)
  for (const server of servers) server.prepare?.(places)
  const { PATH = '' } = process.env
  const entries = servers.map(({ id, args, env }) => [
    id,
    { command: execPath, args: args(places), cwd: folder, env: { PATH, ...env?.(places) }, timeouts: { startSeconds: 120 } },
  ])
  mkdirSync(scratch.home, { recursive: true })
  const rules = [
    { id: 'denied', tools: namesOf(servers, ({ denied }) => denied?.tool), then: 'deny', reason: 'Not in a test.' },
    {
      id: 'allowed',
      tools: [
        ...alsoAllowed,
        ...namesOf(servers, ({ allowed, telling }) => (allowed.tool === telling.tool ? undefined : allowed.tool)),
      ],
      then: 'allow',
    },
  ]
  const refused = servers.filter(({ denied }) => denied === undefined).map(({ id }) => ({ tools: `mcp.${id}.*`, then: 'deny' }))
  const configuration = {
    mcp: { servers: Object.fromEntries(entries) },
    permissions: { rules: rules.filter(({ tools: named }) => named.length > 0) },
    agents: { [refusedAgent]: { permissions: { rules: refused } } },
  }
  writeFileSync(join(scratch.home, 'drawbridge.jsonc'), JSON.stringify(configuration))
  return { folder: scratch, places }
}

function namesOf(servers: readonly RealServer[], toolOf: (server: RealServer) => string | undefined) {
  return servers.flatMap((server) => {
    const tool = toolOf(server)
    return tool === undefined ? [] : [`mcp.${server.id}.${tool}`]
  })
}
