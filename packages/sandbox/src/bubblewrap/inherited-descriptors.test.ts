import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { inheritedDescriptors } from './inherited-descriptors.ts'

test('descriptors that Node opened itself are not passed on', () => {
  const own = openSync('/dev/null', 'r')
  try {
    expect(inheritedDescriptors()).not.toContain(own)
  } finally {
    closeSync(own)
  }
})

describeWithProgram('bwrap', 'inherited descriptors end at the wall', () => {
  test('a descriptor that Drawbridge was started with is the null device inside', async () => {
    const program = fileURLToPath(new URL('./__fixtures__/show-descriptors.ts', import.meta.url))
    const secret = openSync('/etc/hostname', 'r')
    const stdio = ['ignore', 'pipe', 'inherit', ...Array<'ignore'>(17).fill('ignore'), secret] as const
    const child = spawn(process.execPath, [program], { stdio: [...stdio] })
    closeSync(secret)
    let seen = ''
    for await (const chunk of child.stdout ?? []) seen += String(chunk)
    expect(seen).toContain('20 -> /dev/null')
    expect(seen).not.toContain('hostname')
  })
})
