import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../scripts/test-support/property-runs.ts'
import type { ConfigSyntax, ConfigValue } from './config-syntax.ts'
import { editConfig, readConfig } from './edit-config.ts'
import { jsonSyntax } from './json-syntax.ts'
import { tomlSyntax } from './toml-syntax.ts'
import { yamlSyntax } from './yaml-syntax.ts'

const entry = { command: '/usr/bin/node', args: ['/opt/x y/bin.js', 'mcp'], env: { MARK: 'a#"b' } }
const name = fc.constantFrom('a', 'b-c', 'drawbridge2', 'x y', 'ä', 'z.1')
const scalar = fc.oneof(
  fc.constantFrom('plain', 'with # sign', 'a: b', '- x', '', "it's", '"q"', '${env:X}', '{', 'true', 'é\u{1F600}'),
  fc.integer({ min: -5, max: 5 }),
  fc.boolean(),
)
const comment = fc.constantFrom('', ' one', ' "mcpServers": {', ' [mcp_servers.drawbridge]', ' tail, with } signs')
const lineEnd = fc.constantFrom('\n', '\r\n')
const mark = fc.constantFrom('', '\uFEFF')

/** Everything but white space and commas, which an edit may add or remove next to its entry. */
const inked = (text: string) => text.replaceAll(/[\s,]/g, '')

/** True if nothing of `part` is lost or moved in `whole`. */
function isSubsequence(part: string, whole: string): boolean {
  let position = 0
  for (const sign of part) {
    position = whole.indexOf(sign, position)
    if (position < 0) return false
    position += sign.length
  }
  return true
}

interface Case {
  readonly syntax: ConfigSyntax
  readonly root: string
  readonly file: fc.Arbitrary<string>
}

/** JSON with comments, in one line or many, with or without a comma at the end. */
const jsonFile = fc
  .record({
    lineEnd,
    mark,
    unit: fc.constantFrom('  ', '    ', '\t'),
    multiLine: fc.boolean(),
    trailing: fc.boolean(),
    servers: fc.option(fc.uniqueArray(fc.tuple(name, scalar, comment), { selector: ([key]) => key, maxLength: 3 })),
    before: fc.array(fc.tuple(fc.constantFrom('theme', 'font'), scalar, comment), { maxLength: 1 }),
    after: fc.array(fc.tuple(fc.constantFrom('zoom'), scalar, comment), { maxLength: 1 }),
  })
  .map(({ lineEnd: eol, mark: bom, unit, multiLine, trailing, servers, before, after }) => {
    const object = (properties: readonly (readonly [string, string, string])[], depth: number): string => {
      if (properties.length === 0) return multiLine ? `{${eol}${unit.repeat(depth)}}` : '{}'
      const lines = properties.map(([key, value, note], index) => {
        const comma = index < properties.length - 1 || trailing ? ',' : ''
        if (multiLine) return `${unit.repeat(depth + 1)}${JSON.stringify(key)}: ${value}${comma}${note && ` //${note}`}`
        return `${JSON.stringify(key)}: ${value}${note && ` /*${note}*/`}${comma}`
      })
      return multiLine ? `{${eol}${lines.join(eol)}${eol}${unit.repeat(depth)}}` : `{${lines.join(' ')}}`
    }
    const shown = (list: typeof before) => list.map(([key, value, note]) => [key, JSON.stringify(value), note] as const)
    const middle =
      servers === null
        ? []
        : [
            [
              'mcpServers',
              object(shown(servers.map(([key, value, note]) => [key as 'theme', value, note])), 1),
              '',
            ] as const,
          ]
    return `${bom}${object([...shown(before), ...middle, ...shown(after as never)], 0)}${eol}`
  })

const tomlFile = fc
  .record({
    lineEnd,
    mark,
    style: fc.constantFrom('tables', 'dotted', 'nested'),
    servers: fc.uniqueArray(fc.tuple(name, scalar, comment), { selector: ([key]) => key, maxLength: 3 }),
    final: fc.boolean(),
  })
  .map(({ lineEnd: eol, mark: bom, style, servers, final }) => {
    const lines = servers.flatMap(([key, value, note]) => {
      const shown = JSON.stringify(value)
      const tail = note && ` #${note}`
      if (style === 'dotted') return [`mcp_servers.${JSON.stringify(key)}.command = ${shown}${tail}`]
      if (style === 'tables') return ['', `[mcp_servers.${JSON.stringify(key)}]${tail}`, `command = ${shown}${tail}`]
      return [`${JSON.stringify(key)} = { command = ${shown}, args = [${shown}] }${tail}`]
    })
    const head = ['# model of the day', 'model = "x"  # tail']
    const between = style === 'nested' && servers.length > 0 ? ['[mcp_servers]'] : []
    return `${bom}${[...head, ...between, ...lines].join(eol)}${final ? eol : ''}`
  })

const yamlFile = fc
  .record({
    lineEnd,
    mark,
    style: fc.constantFrom('block', 'deep', 'flow', 'empty'),
    servers: fc.uniqueArray(fc.tuple(name, scalar, comment), { selector: ([key]) => key, maxLength: 3 }),
    after: fc.boolean(),
  })
  .map(({ lineEnd: eol, mark: bom, style, servers, after }) => {
    const unit = style === 'deep' ? '    ' : '  '
    const lines = servers.flatMap(([key, value, note]) => [
      `${unit}${JSON.stringify(key)}:${note && ` #${note}`}`,
      `${unit}${unit}cmd: ${JSON.stringify(value)}${note && ` #${note}`}`,
    ])
    const flow = `servers: {${servers.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')}} # tail`
    const body =
      style === 'flow'
        ? [flow]
        : style === 'empty' || servers.length === 0
          ? ['servers:']
          : ['servers: # these', ...lines]
    return `${bom}${['# head', 'model: x  # tail', ...body, ...(after ? ['', '# last', 'zoom: 1'] : [])].join(eol)}${eol}`
  })

const cases: Readonly<Record<string, Case>> = {
  JSON: { syntax: jsonSyntax, root: 'mcpServers', file: jsonFile },
  TOML: { syntax: tomlSyntax, root: 'mcp_servers', file: tomlFile },
  YAML: { syntax: yamlSyntax, root: 'servers', file: yamlFile },
}

const edited = (syntax: ConfigSyntax, text: string, changes: Parameters<typeof editConfig>[2]) => {
  const result = editConfig(syntax, text, changes)
  if (result.status === 'refused') throw new Error(`${result.why}: ${JSON.stringify(text)}`)
  return result.text
}
const read = (syntax: ConfigSyntax, text: string): ConfigValue => {
  const result = readConfig(syntax, text)
  if (result.status === 'broken') throw new Error(`${result.why}: ${JSON.stringify(text)}`)
  return result.value
}
const keysAt = (value: ConfigValue, root: string) => Object.keys((value as Record<string, object | null>)[root] ?? {})

describe.each(Object.entries(cases))('a %s file', (_name, { syntax, root, file }) => {
  test('with our entry added has every byte that it had, and reads the same but for the entry', () => {
    fc.assert(
      fc.property(file, (text) => {
        const added = edited(syntax, text, [{ path: [root, 'drawbridge'], value: entry }])
        const [before, after] = [read(syntax, text) as Record<string, object>, read(syntax, added)]
        expect(after).toEqual({ ...before, [root]: { ...before[root], drawbridge: entry } })
        expect(isSubsequence(inked(text), inked(added))).toBe(true)
        expect(added.includes('\r\n')).toBe(text.includes('\r\n'))
        expect(/(?<!\r)\n/.test(added)).toBe(/(?<!\r)\n/.test(text))
        expect(added.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'))
        expect(edited(syntax, added, [{ path: [root, 'drawbridge'], value: entry }])).toBe(added)
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  test('from which our entry is removed again has the same values and every comment', () => {
    fc.assert(
      fc.property(file, (text) => {
        const added = edited(syntax, text, [{ path: [root, 'drawbridge'], value: entry }])
        const removed = edited(syntax, added, [{ path: [root, 'drawbridge'] }])
        const before = read(syntax, text) as Record<string, object>
        const after = read(syntax, removed) as Record<string, object>
        expect({ ...after, [root]: after[root] ?? {} }).toEqual({ ...before, [root]: before[root] ?? {} })
        expect(isSubsequence(inked(text), inked(removed))).toBe(true)
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  test('from which any server is removed keeps all other servers and settings', () => {
    fc.assert(
      fc.property(file, fc.nat(3), (text, choice) => {
        const before = read(syntax, text) as Record<string, Record<string, ConfigValue>>
        const key = keysAt(before, root)[choice]
        fc.pre(key !== undefined)
        const { [key]: _gone, ...left } = before[root] ?? {}
        const removed = edited(syntax, text, [{ path: [root, key] }])
        const after = read(syntax, removed) as Record<string, ConfigValue>
        expect({ ...after, [root]: after[root] ?? {} }).toEqual({ ...before, [root]: left })
        expect(isSubsequence(inked(removed).replaceAll('{}', ''), inked(text))).toBe(true)
      }),
      { numRuns: propertyRuns(300) },
    )
  })
})

test('whatever a file contains, an edit is refused or reads as it was meant', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(cases)),
      fc.string({ unit: 'binary', maxLength: 60 }),
      ({ syntax, root }, text) => {
        const result = editConfig(syntax, text, [{ path: [root, 'drawbridge'], value: entry }])
        if (result.status === 'edited')
          expect(read(syntax, result.text)).toMatchObject({ [root]: { drawbridge: entry } })
      },
    ),
    { numRuns: propertyRuns(500) },
  )
})

test('a table at the end of a TOML file without a last line end goes with its last digit', () => {
  const text = '[servers.a]\ncommand = 0\n\n[servers.b]\ncommand = 0'
  expect(edited(tomlSyntax, text, [{ path: ['servers', 'b'] }])).toBe('[servers.a]\ncommand = 0\n\n')
})
