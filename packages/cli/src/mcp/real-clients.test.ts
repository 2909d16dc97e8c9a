import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createDrawbridge } from '@drawbridge/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { describeWithTestTools } from '../../../../scripts/test-support/describe-with.ts'
import { recordedLines } from '../../../../scripts/test-support/recorded-events.ts'
import { jsonOf, launcher } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type Gateway, openGateway } from './__fixtures__/open-gateway.ts'
import { type Reach, realClients } from './__fixtures__/real-clients.ts'
import { realServers } from './__fixtures__/real-servers.ts'

const behind = realServers.filter(({ id }) => id === 'filesystem')

/** A gateway to a real server whose tools somebody agreed to. */
async function openAgreed(tools: string): Promise<Gateway> {
  const gateway = await openGateway(tools, behind, ['mcp.filesystem.list_directory'])
  const { workspace, home } = gateway.folder
  writeFileSync(join(workspace, 'own.txt'), 'of the workspace\n')
  await using drawbridge = await createDrawbridge({ workspace, home })
  const mcp = await drawbridge.house.service('mcpServers')
  for (const server of mcp?.servers ?? []) await server.agree(await server.inspect(AbortSignal.timeout(120_000)), 'ada')
  return gateway
}

async function reachOver(kind: Reach['kind'], { folder }: Gateway): Promise<Reach> {
  const { workspace, home } = folder
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DRAWBRIDGE_HOME: home }
  if (kind === 'stdio') return { kind, args: [launcher, 'mcp'], cwd: workspace, env }
  const { token } = jsonOf<{ token: string }>(await runHere(folder, ['mcp', 'token', 'create', 'desk', '--json']))
  const server = spawn(process.execPath, [launcher, 'mcp', '--http'], {
    cwd: workspace,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  })
  const [line] = await once(createInterface(server.stdout), 'line')
  return { kind, url: new URL(String(line)), token }
}

describeWithTestTools('the clients that people use are installed apart', (tools) => {
  for (const kind of ['stdio', 'http'] as const) {
    test(`every client calls our tools and a real server behind us, asks its user where that is demanded, and is refused what a rule denies, over ${kind}`, {
      timeout: 300_000,
    }, async () => {
      const gateway = await openAgreed(tools)
      const { folder } = gateway.places
      const reach = await reachOver(kind, gateway)
      const table: Record<string, readonly unknown[]> = {}
      for (const { name, asks, open } of realClients) {
        await using client = await open(reach, tools)
        const listed = await client.list()
        const own = await client.call('fs__read_file', { path: 'own.txt' })
        const path = join(folder, 'note.txt')
        const behindUs = await client.call('mcp__filesystem__list_directory', { path: folder })
        // The Inspector's command line shows no question to its user.
        const asked = asks ? await client.call('mcp__filesystem__read_text_file', { path }) : undefined
        const denied = await client.call('mcp__filesystem__write_file', { path: join(folder, 'new.txt'), content: 'x' })
        table[name] = [
          listed.includes('fs__read_file') && listed.includes('mcp__filesystem__read_text_file'),
          !own.isError && own.text.includes('of the workspace'),
          !behindUs.isError && behindUs.text.includes('note.txt'),
          asked === undefined ? 'not asked' : !asked.isError && asked.text.includes('a quiet note'),
          denied.isError && denied.text.includes('Not in a test.'),
        ]
      }
      expect(table).toEqual(
        Object.fromEntries(realClients.map(({ name, asks }) => [name, [true, true, true, asks || 'not asked', true]])),
      )
      expect(recordedLines(gateway.folder.home).join('\n')).toContain('mcp.filesystem.read_text_file')
    })
  }
})
