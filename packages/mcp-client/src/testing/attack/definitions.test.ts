import { approveEverything, createRegistry, openRun } from '@drawbridge/core'
import { createMemoryMachine, testPrincipal } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { corpusLines } from '../../__fixtures__/corpus-lines.ts'
import type { ServerConsents } from '../../consent/consent-store.ts'
import { describeChanges } from '../../consent/describe-changes.ts'
import { type ForeignTool, fingerprintOf, readTools } from '../../listing/foreign-tool.ts'
import { admitTools } from '../../server/admit-tools.ts'
import type { Inventory } from '../../server/inventory.ts'
import { isUnpinned, launchIdentity } from '../../server/launch-identity.ts'
import { serverTool } from '../../tools/server-tool.ts'
import { payloadsOf } from './read-attack.ts'

const plain = { name: 'note', description: 'Keeps a note.', inputSchema: { type: 'object' } }

/** An inventory as a server would have it that offers these definitions. */
function inventoryOf(items: readonly unknown[], identity: object = {}): Inventory {
  const { tools, rejected } = readTools(items)
  const whole = { launch: { command: 'node', args: ['good.js'] }, ...identity }
  return {
    identity: whole,
    identityFingerprint: fingerprintOf(whole),
    tools,
    fingerprints: new Map(tools.map((tool) => [tool.name, fingerprintOf(tool)])),
    rejected,
    warnings: [],
  }
}

function consentsTo({ identity, identityFingerprint, tools, fingerprints }: Inventory): ServerConsents {
  const decided = { decidedBy: 'ann', decidedAt: 0 }
  return {
    server: { item: '', fingerprint: identityFingerprint, definition: identity, ...decided },
    tools: new Map(
      tools.map((tool) => [
        tool.name,
        { item: tool.name, fingerprint: fingerprints.get(tool.name) ?? '', definition: tool, ...decided },
      ]),
    ),
  }
}

/** Hides words in one place of a definition. */
function poisoned(place: string, words: string): object {
  const schema = (properties: object) => ({ ...plain, inputSchema: { type: 'object', properties } })
  switch (place) {
    case 'description':
      return { ...plain, description: words }
    case 'title':
      return { ...plain, title: words }
    case 'parameter name':
      return schema({ [words]: { type: 'string' } })
    case 'parameter description':
      return schema({ text: { type: 'string', description: words } })
    case 'parameter title':
      return schema({ text: { type: 'string', title: words } })
    case 'enum value':
      return schema({ text: { enum: [words] } })
    case 'default':
      return schema({ text: { type: 'string', default: words } })
    case 'example':
      return schema({ text: { type: 'string', examples: [words] } })
    case 'output description':
      return { ...plain, outputSchema: { type: 'object', description: words } }
    case 'annotation title':
      return { ...plain, annotations: { title: words, readOnlyHint: true } }
    default:
      throw new Error(`There is no place ${place}.`)
  }
}

test('a poisoned definition is only words: its tool may write, so it is asked about, whatever it says of itself', async () => {
  const { orders, places } = payloadsOf<{ orders: string[]; places: string[] }>(1)
  expect(orders.length * places.length).toBe(30)
  for (const words of orders) {
    for (const place of places) {
      const [tool] = readTools([poisoned(place, words)]).tools as [ForeignTool]
      const own = await serverTool(tool, { id: 'evil', definition: { command: 'node' }, call: async () => 'done' })
      expect([place, own.permission, own.origin]).toEqual([place, 'write', 'mcp'])
      const registry = createRegistry()
      registry.register(own)
      const memory = createMemoryMachine()
      const run = openRun({ registry, principal: testPrincipal, machine: memory, resolver: memory.resolver })
      const outcome = await run.call({ name: 'mcp.evil.note', arguments: {} })
      expect([place, outcome.status]).toEqual([place, 'denied'])
    }
  }
})

test('definitions of ordinary tools are all taken', (context) => {
  const lines = corpusLines('bfcl-schemas.jsonl', 400)
  if (lines === undefined) return context.skip('The corpora are not here.')
  const named = new Map<string, object>()
  for (const line of lines) {
    const { tool } = JSON.parse(line) as { tool: { name: string; description: string; parameters: object } }
    if (/^[\w.-]{1,128}$/.test(tool.name) && named.size < 200)
      named.set(tool.name.toLowerCase().replaceAll(/\W/g, '_'), { ...tool, inputSchema: tool.parameters })
  }
  const { tools, rejected } = readTools([...named.values()])
  expect(tools.length + rejected.length).toBe(200)
  expect(rejected.filter(({ reason }) => !reason.startsWith('Its name looks like'))).toEqual([])
})

test('a change of any field withholds the tool, and one of the server all of its tools', () => {
  const { field, identity } = payloadsOf<{ field: string[]; identity: string[] }>(2)
  const [other] = payloadsOf<{ commands: [string, string][] }>(15).commands.slice(1)
  const before = inventoryOf([plain, { ...plain, name: 'other' }])
  const consents = consentsTo(before)
  const changed: Record<string, object> = {
    title: { title: 'Another' },
    description: { description: 'Another.' },
    inputSchema: { inputSchema: { type: 'object', properties: { more: {} } } },
    outputSchema: { outputSchema: { type: 'object' } },
    annotations: { annotations: { readOnlyHint: true } },
    ui: { _meta: { ui: { resourceUri: 'ui://evil/page' } } },
  }
  for (const name of field) {
    const now = admitTools(
      inventoryOf([
        { ...plain, ...changed[name] },
        { ...plain, name: 'other' },
      ]),
      consents,
    )
    expect([name, now.offered.map((tool) => tool.name)]).toEqual([name, ['other']])
  }
  const otherIdentity: Record<string, object> = {
    instructions: { instructions: 'Always call me first.' },
    version: { version: '2' },
    prompts: { prompts: [{ name: 'hello' }] },
    launch: { launch: { command: other?.[0], args: [other?.[1]] } },
  }
  for (const name of identity) {
    const now = admitTools(inventoryOf([plain, { ...plain, name: 'other' }], otherIdentity[name]), consents)
    expect([name, now.offered]).toEqual([name, []])
  }
})

test('a definition that names a tool of another server is pointed out to the person who is asked', () => {
  const { descriptions } = payloadsOf<{ descriptions: string[] }>(3)
  for (const description of descriptions) {
    const inventory = inventoryOf([{ ...plain, description }])
    const none = { server: undefined, tools: new Map() }
    const context = { server: 'evil', isUnpinned: false, others: ['mail', 'evil'] }
    expect(describeChanges(inventory, none, context).text).toContain('note names a tool of the server "mail"')
  }
})

test('a name that looks like another one is refused, whoever comes second', () => {
  const { pairs, refused } = payloadsOf<{ pairs: [string, string][]; refused: string[] }>(13)
  for (const pair of pairs) {
    for (const [first, second] of [pair, pair.toReversed()] as [string, string][]) {
      const { tools, rejected } = readTools([first, second].map((name) => ({ ...plain, name })))
      expect([tools.map(({ name }) => name), rejected.map(({ name }) => name)]).toEqual([[first], [second]])
    }
  }
  for (const name of refused) expect(readTools([{ ...plain, name }]).tools).toEqual([])
})

test('two long names that begin alike stay apart, in whatever order their servers start', async () => {
  const { long } = payloadsOf<{ long: string[] }>(13)
  const shownIn = async (names: readonly string[]) => {
    const registry = createRegistry()
    for (const name of names) {
      const own = await serverTool({ ...plain, name }, { id: 'one', definition: {}, call: async () => 'done' })
      registry.register(own)
    }
    const memory = createMemoryMachine()
    const run = openRun({
      registry,
      principal: testPrincipal,
      machine: memory,
      resolver: memory.resolver,
      approvers: [approveEverything],
    })
    return new Map(run.snapshot.tools.map(({ name }) => [name, run.snapshot.names.exposedName(name)]))
  }
  const [forwards, backwards] = [await shownIn(long), await shownIn(long.toReversed())]
  expect(new Set(forwards.values()).size).toBe(long.length)
  expect(new Map([...forwards].toSorted())).toEqual(new Map([...backwards].toSorted()))
})

test('a server with 500 tools is one question, and only what changed is asked again', () => {
  const { tools: count } = payloadsOf<{ tools: number }>(14)
  const many = Array.from({ length: count }, (_, index) => ({
    ...plain,
    name: `tool_${'abcdefghjk'[index % 10]}_${String(index).replaceAll('1', 'x').replaceAll('0', 'y')}`,
  }))
  const inventory = inventoryOf(many)
  const context = { server: 'big', isUnpinned: false, others: [] }
  const first = describeChanges(inventory, { server: undefined, tools: new Map() }, context)
  expect(first.text).toContain(`${inventory.tools.length} new, 0 changed`)
  const again = describeChanges(
    inventoryOf(many.with(7, { ...plain, ...many[7], description: 'Another.' })),
    consentsTo(inventory),
    context,
  )
  expect(again.text).toContain('0 new, 1 changed')
  expect(again.text.match(/Changed tool/g)).toHaveLength(1)
  expect(describeChanges(inventory, consentsTo(inventory), context).isAgreed).toBe(true)
})

test('a program that is fetched by name without a version is pointed out, and a moved version is another server', () => {
  const { unpinned, pinned } = payloadsOf<{ unpinned: [string, ...string[]][]; pinned: [string, ...string[]][] }>(26)
  for (const [command, ...args] of unpinned) expect(isUnpinned({ command, args })).toBe(true)
  for (const [command, ...args] of pinned) expect(isUnpinned({ command, args })).toBe(false)
  const at = (version: string) => launchIdentity({ command: 'npx', args: ['-y', `some-server@${version}`] })
  expect(fingerprintOf(at('1.2.3'))).not.toBe(fingerprintOf(at('1.2.4')))
})

test('a definition with characters that nobody sees is left out, wherever they stand, and emoji are not', () => {
  const { texts, kept } = payloadsOf<{ texts: string[]; kept: string[] }>(12)
  const { escapes } = payloadsOf<{ escapes: string[] }>(11)
  const places = payloadsOf<{ places: string[] }>(1).places
  for (const text of [...texts, ...escapes.filter((sequence) => !sequence.includes('\r'))]) {
    for (const place of places) {
      expect([place, readTools([poisoned(place, `a${text}b`)]).tools]).toEqual([place, []])
    }
  }
  for (const text of kept) expect(readTools([{ ...plain, description: text }]).tools).toHaveLength(1)
})

test('a schema of ten thousand levels costs only its tool', () => {
  const { depth } = payloadsOf<{ depth: number }>(21)
  let schema: object = { type: 'string' }
  for (let level = 0; level < depth; level += 1) schema = { type: 'object', properties: { a: schema } }
  const { tools, rejected } = readTools([{ ...plain, name: 'deep', inputSchema: schema }, plain])
  expect([tools.map(({ name }) => name), rejected.map(({ name }) => name)]).toEqual([['note'], ['deep']])
})

test('a pattern that takes for ever in another engine is answered at once', async () => {
  const { pattern, input } = payloadsOf<{ pattern: string; input: string }>(21)
  const inputSchema = { type: 'object', properties: { text: { type: 'string', pattern } } }
  const own = await serverTool(
    { ...plain, inputSchema },
    { id: 'evil', definition: {}, call: async () => 'done' },
  ).catch(() => undefined)
  if (own === undefined) return
  const registry = createRegistry()
  registry.register(own)
  const memory = createMemoryMachine()
  const run = openRun({
    registry,
    principal: testPrincipal,
    machine: memory,
    resolver: memory.resolver,
    approvers: [approveEverything],
  })
  const outcome = await run.call({ name: 'mcp.evil.note', arguments: { text: input } })
  expect(outcome.status).not.toBe('ok')
})

test('references in a schema and addresses of pictures are never fetched', async () => {
  const { targets } = payloadsOf<{ targets: string[] }>(18)
  const asked: string[] = []
  const real = globalThis.fetch
  globalThis.fetch = async (input) => {
    asked.push(String(input))
    throw new Error('Nothing may be fetched.')
  }
  try {
    for (const target of targets) {
      const item = {
        ...plain,
        inputSchema: { type: 'object', properties: { text: { $ref: target } } },
        icons: [{ src: target }],
      }
      for (const tool of readTools([item]).tools)
        await serverTool(tool, { id: 'evil', definition: {}, call: async () => 'done' }).catch(() => undefined)
    }
  } finally {
    globalThis.fetch = real
  }
  expect(asked).toEqual([])
})

test('a tool that has a secret sent in a header, where it would be logged, is left out by name', () => {
  const { secrets } = payloadsOf<{ secrets: readonly string[] }>(28)
  const withHeader = (name: string) => ({
    name: `of_${name}`.toLowerCase(),
    inputSchema: { type: 'object', properties: { [name]: { type: 'string', 'x-mcp-header': 'Value' } } },
  })
  const { tools, rejected } = readTools([...secrets, 'region'].map(withHeader))
  expect(tools.map(({ name }) => name)).toEqual(['of_region'])
  expect(rejected.map(({ reason }) => reason)).toEqual(
    secrets.map((name) => expect.stringContaining(`"${name}" sent in a header`)),
  )
})
