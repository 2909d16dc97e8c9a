import { expect, test } from 'vitest'
import { remoteDenial } from './remote-denial.ts'

const tool = (name: string, permission: 'readonly' | 'write' = 'write', groups: readonly string[] = []) => ({
  name,
  permission,
  groups,
})

test.each([
  tool('fs.write_file'),
  tool('fs.delete'),
  tool('runtime.exec'),
  tool('other.shell', 'write', ['runtime']),
  tool('agent.spawn'),
  tool('custom.dns_lookup', 'readonly'),
  tool('mcp.github.create_issue'),
  tool('servers.call'),
  tool('skill.publish'),
])('$name is kept from callers over HTTP until the operator names it', (kept) => {
  expect(remoteDenial(kept, [])).toContain('gateway.remoteTools')
  expect(remoteDenial(kept, ['fs.read_file'])).toBeDefined()
  expect(remoteDenial(kept, [kept.name])).toBeUndefined()
})

test('reading is not kept', () => {
  for (const read of [
    tool('fs.read_file', 'readonly'),
    tool('mcp.github.get_issue', 'readonly'),
    tool('memory.search', 'readonly'),
  ])
    expect(remoteDenial(read, [])).toBeUndefined()
})
