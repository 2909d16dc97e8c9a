import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool } from '@drawbridge/core'
import { loadDialect } from '@drawbridge/core/dialect'
import { canonicalDialect } from '@drawbridge/core/registry'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createDrawbridge } from '../create-drawbridge.ts'

const tool = 'mcp.github.create_issue'

/** A session with a tool that is named like one of a server, whose names begin with `gh`, for the agent `writer` with `forge`. */
async function openSession() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-server-names-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder)
  const github = { command: 'never-started', toolPrefix: 'gh', agents: { writer: { toolPrefix: 'forge' } } }
  const permissions = { rules: [{ tools: [tool], then: 'allow' }] }
  writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify({ mcp: { servers: { github } }, permissions }))
  const agents = { allowUnknown: true }
  const drawbridge = await createDrawbridge({ home, workspace, record: 'off', agents })
  onTestFinished(() => drawbridge[Symbol.asyncDispose]())
  const input = z.strictObject({})
  drawbridge.registry.register(
    defineTool({ name: tool, description: 'x', input, permission: 'readonly', execute: () => 'done' }),
  )
  return drawbridge.openSession()
}

test('an agent sees the tools of a server under the names that are for it, and calls them by those, as everybody else does', async () => {
  const session = await openSession()
  for (const [agent, name] of [
    ['writer', 'forge__create_issue'],
    ['reader', 'gh__create_issue'],
    [undefined, 'gh__create_issue'],
  ] as const) {
    const run = session.openRun(agent === undefined ? {} : { principal: { agent } })
    expect(run.snapshot.names.exposedName(tool)).toBe(name)
    const outcome = await run.call({ name, arguments: {} })
    expect(outcome).toMatchObject({ status: 'ok', result: { meta: { tool } } })
  }
})

test('a run with a dialect of its own has the same names in it, except in the canonical one', async () => {
  const session = await openSession()
  const principal = { agent: 'writer' }
  const claude = await loadDialect('claude')
  const nameIn = (dialect: typeof claude) => session.openRun({ principal, dialect }).snapshot.names.exposedName(tool)
  expect(nameIn(claude)).toBe('forge__create_issue')
  expect(nameIn(canonicalDialect)).toBe(tool)
})
