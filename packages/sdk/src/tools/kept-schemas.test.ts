import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialectNames, loadDialect } from '@drawbridge/core/dialect'
import { describeTools, loadTools } from '@drawbridge/core/registry'
import { expect, onTestFinished, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'

const key = ['a', 'key', 'of', 'a', 'service'].join('-')

const configurations = {
  'nothing set': {},
  'services for search': { web: { search: { brave: { key }, exa: { key } }, userAgent: 'an agent' } },
  'no search': { web: { search: {} } },
  'another folder to pass over': { fs: { skippedFolders: ['drafts'] } },
  'a short wait for answers': { questions: { waitSeconds: 5 } },
  'few children that have children': { subagents: { max: 2, depth: 3, childrenPerParent: 1 } },
  'memory by words alone': { memory: { meaningWeight: 0 } },
  'short leases in teams': { teams: { leaseSeconds: 60, background: false } },
  'only facts that are sure': { knowledge: { confidence: 0.9 } },
  'quick delegations': { delegations: { timeoutSeconds: 60 } },
}

async function open(configuration: object) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-schemas-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const home = join(root, 'home')
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify(configuration))
  return createDrawbridge({ workspace: root, home, record: 'off' })
}

test.each(Object.entries(configurations))('with %s, the code of every tool takes what a list shows', async (_, set) => {
  await using drawbridge = await open(set)
  const tools = drawbridge.registry.list()
  const shown = await describeTools(tools)
  // A tool whose code has other schemas than it was shown with cannot be loaded.
  const loaded = await loadTools(tools)
  expect(loaded.map(({ inputSchema, outputSchema }) => ({ inputSchema, outputSchema }))).toEqual(
    shown.map(({ inputSchema, outputSchema }) => ({ inputSchema, outputSchema })),
  )
})

test('the code of no tool is loaded for a list', async () => {
  await using drawbridge = await open({})
  const shown = await describeTools(drawbridge.openSession().snapshot.tools)
  expect(shown.length).toBeGreaterThan(40)
  expect(shown.filter((tool) => 'definition' in tool).map(({ name }) => name)).toEqual([])
})

test.each(dialectNames)('the dialect %s shows the same tools before and after their code is loaded', async (name) => {
  const dialect = await loadDialect(name)
  const shownBy = async (order: 'before' | 'after') => {
    await using drawbridge = await open({})
    const { tools, show } = drawbridge.openSession({ dialect }).snapshot
    if (order === 'after') await loadTools(tools)
    return (await describeTools(tools)).map((tool) => show(tool))
  }
  expect(JSON.stringify(await shownBy('before'))).toBe(JSON.stringify(await shownBy('after')))
})
