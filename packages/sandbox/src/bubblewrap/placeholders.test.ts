import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { processIdentity } from '../process/process-identity.ts'
import { createPlaceholders } from './placeholders.ts'

let root: string
let ledgers: string
const at = (name: string) => join(root, name)
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-placeholders-')))
  ledgers = at('ledgers')
  mkdirSync(ledgers)
})
afterEach(() => rmSync(root, { recursive: true }))

/** As another process would have noted it. */
const noteOf = (owner: string, ...paths: string[]) =>
  writeFileSync(join(ledgers, `${owner}.placeholders.json`), JSON.stringify(paths))

test('stand while somebody holds them, and are removed with the last', () => {
  const placeholders = createPlaceholders(ledgers)
  const one = placeholders.hold([at('a'), at('b')])
  const other = placeholders.hold([at('a')])
  one[Symbol.dispose]()
  expect([existsSync(at('a')), existsSync(at('b'))]).toEqual([true, false])
  other[Symbol.dispose]()
  expect(readdirSync(root)).toEqual(['ledgers'])
  expect(readdirSync(ledgers)).toEqual([])
})

test('that somebody put something into are left to them', () => {
  const held = createPlaceholders(ledgers).hold([at('a')])
  chmodSync(at('a'), 0o755)
  writeFileSync(at('a/own'), 'kept')
  held[Symbol.dispose]()
  expect(existsSync(at('a/own'))).toBe(true)
})

test('are a file where git would stop at a folder, which is removed as long as it is ours', () => {
  mkdirSync(at('.git'))
  const placeholders = createPlaceholders(ledgers)
  const path = at('.git/commondir')
  const held = placeholders.hold([path], [path])
  expect(readFileSync(path, 'utf8')).toBe('.\n')
  held[Symbol.dispose]()
  expect(existsSync(path)).toBe(false)
  const again = placeholders.hold([path], [path])
  rmSync(path)
  writeFileSync(path, 'elsewhere')
  again[Symbol.dispose]()
  expect(readFileSync(path, 'utf8')).toBe('elsewhere')
  const settings = placeholders.hold([at('more')], [at('more')])
  expect(readFileSync(at('more'), 'utf8')).toBe('')
  chmodSync(at('more'), 0o644)
  settings[Symbol.dispose]()
  expect(existsSync(at('more'))).toBe(true)
})

test('are not what somebody else made meanwhile', () => {
  mkdirSync(at('a'))
  createPlaceholders(ledgers)
    .hold([at('a')])
    [Symbol.dispose]()
  expect(existsSync(at('a'))).toBe(true)
})

test('that another living process holds are left to it', () => {
  mkdirSync(at('a'))
  const own = createPlaceholders(ledgers)
  noteOf(processIdentity(process.ppid), at('a'))
  own.hold([at('a')])[Symbol.dispose]()
  expect(existsSync(at('a'))).toBe(true)
  own.sweep()
  expect(existsSync(at('a'))).toBe(true)
  expect(readdirSync(ledgers)).toHaveLength(1)
})

test('are none where one of them would be made elsewhere by a link, and nothing of the others stays', async () => {
  mkdirSync(at('elsewhere'))
  mkdirSync(at('own'))
  symlinkSync(at('elsewhere'), at('link'))
  const placeholders = createPlaceholders(ledgers)
  const fault = await faultOf(() => placeholders.hold([at('a'), at('own'), at('link/b')]))
  expect(fault).toMatchObject({ code: 'stale_file', message: expect.stringContaining('was moved or replaced') })
  expect(readdirSync(root).sort()).toEqual(['elsewhere', 'ledgers', 'link', 'own'])
  expect([...readdirSync(at('elsewhere')), ...readdirSync(ledgers), ...placeholders.standing()]).toEqual([])
})

test('of processes that were killed are swept, as far as they are empty and still there', () => {
  mkdirSync(at('a'))
  mkdirSync(at('b'))
  writeFileSync(at('b/own'), '')
  noteOf(`${process.pid}-0`, at('a'), at('b'), at('gone'))
  writeFileSync(join(ledgers, '1-0.placeholders.json'), 'torn')
  createPlaceholders(ledgers).sweep()
  expect(readdirSync(root).sort()).toEqual(['b', 'ledgers'])
  expect(readdirSync(ledgers)).toEqual([])
})
