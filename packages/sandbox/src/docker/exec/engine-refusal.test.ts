import { expect, test } from 'vitest'
import { engineRefusal } from './engine-refusal.ts'

const podman =
  'Error: runc: exec failed: unable to start container process: exec: "x": executable file not found in $PATH: OCI'
const docker =
  'OCI runtime exec failed: exec failed: unable to start container process: exec: "x": permission denied: unknown'
const folder =
  'Error: runc: exec failed: unable to start container process: chdir to cwd ("/gone") set in config.json failed'

test.each([
  [podman, 127, 'command_not_found'],
  [docker, 126, 'command_not_found'],
  [folder, 126, 'file_not_found'],
  ['OCI runtime exec failed: something new', 126, 'command_failed'],
])('%s', (said, exitCode, code) => {
  expect(engineRefusal(said, exitCode, 'x')?.failure.code).toBe(code)
})

test('what a program says otherwise is its own', () => {
  expect(engineRefusal('sh: x: not found', 127, 'sh')).toBeUndefined()
  expect(engineRefusal(podman, 1, 'x')).toBeUndefined()
  expect(engineRefusal(podman, null, 'x')).toBeUndefined()
})
