import { expect, test } from 'vitest'
import { assertCanonicalName } from './canonical-name.ts'

test.each(['fs.read_file', 'mcp.git-hub.create_issue', 'a.b', 'custom.dns_lookup'])(
  '%s is a canonical name',
  (name) => {
    expect(() => assertCanonicalName(name, { foreign: false })).not.toThrow()
  },
)

test.each([
  '',
  'fs',
  'Fs.read',
  'fs.',
  '.read',
  'fs..read',
  'fs.readFile',
  'fs.read file',
  '__proto__',
  `fs.${'x'.repeat(130)}`,
])('%j is none, and the error says so', (name) => {
  expect(() => assertCanonicalName(name, { foreign: false })).toThrow(
    expect.objectContaining({ code: 'invalid_tool_name', message: expect.stringContaining(JSON.stringify(name)) }),
  )
})
