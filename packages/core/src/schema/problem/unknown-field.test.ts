import { expect, test } from 'vitest'
import { unknownFieldExpectation } from './unknown-field.ts'

test.each([
  ['file_path', ['path', 'content'], 'path'],
  ['cwd', ['command', 'workdir'], 'workdir'],
  ['workdir', ['argv', 'cwd'], 'cwd'],
  ['process_id', ['action', 'id'], 'id'],
  ['old_string', ['path', 'edits'], 'edits'],
  ['timeout', ['command', 'timeout_seconds'], 'timeout_seconds'],
  ['pth', ['path', 'content'], 'path'],
])('the name %s of another tool leads to the one here', (field, declared, meant) => {
  expect(unknownFieldExpectation(field, declared)).toContain(`did you mean "${meant}"?`)
})
