import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const wordsFor = (environment: Readonly<Record<string, string>> = {}) =>
  bubblewrapArguments({
    layout: [{ kind: 'bind', path: scene.workspace, host: scene.workspace, access: 'write' }],
    descriptors: new Map([[scene.workspace, 5]]),
    nothing: '/dev/null',
    hasOwnRoot: false,
    isFirstProcess: false,
    sharesNetwork: false,
    workingFolder: '/',
    status: 4,
    environment,
  })

test('no word of the environment comes before all is built', () => {
  const words = wordsFor({ GIVEN: 'value' })
  expect(words.slice(words.indexOf('--clearenv'))).toEqual(['--clearenv', '--setenv', 'GIVEN', 'value'])
})

describeWithProgram('bwrap', 'the arguments of a sandbox', () => {
  test('that were cut off, since Drawbridge was killed over them, start nothing', async () => {
    const made = join(scene.workspace, 'made')
    const words = wordsFor()
    // As many of them as would give a program the whole machine to read, and a folder to write.
    const some = [...words.slice(0, words.indexOf('--dev')), '--bind', scene.workspace, scene.workspace]
    const child = spawn('bwrap', ['--args', '3', '--', 'touch', made], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    child.stdio[4]?.destroy()
    const options = child.stdio[3] as Writable
    options.on('error', () => undefined)
    options.end(some.map((word) => `${word}\0`).join(''))
    const [, signal] = await once(child, 'exit')
    try {
      expect([signal, existsSync(made)]).toEqual(['SIGPIPE', false])
    } finally {
      // Bubblewrap's own child waits for its parent for ever, without running anything.
      for (const pid of waitingFor(made)) process.kill(pid, 'SIGKILL')
    }
  })
})

/** Processes of which a path is a word. */
function waitingFor(path: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => wordsOf(pid).includes(path)).map(Number)
}

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
