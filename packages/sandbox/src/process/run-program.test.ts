import { createFakeClock } from '@drawbridge/core/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import type { ProgramLauncher } from '../launch/program-launcher.ts'
import { runProgram } from './run-program.ts'
import { hostLauncher } from './spawn-program.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const clock = createFakeClock()
const run = (launcher: ProgramLauncher) =>
  runProgram(
    { argv: ['sleep', '0'], cwd: scene.workspace, timeoutMs: 500 },
    {
      argv: ['sleep', '0'],
      file: '/bin/sleep',
      baseEnvironment: {},
      signal: new AbortController().signal,
      clock,
      launcher,
    },
  )

test('what is built for a program is not counted against its time limit, what comes after is', async () => {
  const building: ProgramLauncher = {
    programs: 'machine',
    launch: async (options) => {
      await clock.advance(1000)
      options.onReady?.()
      return hostLauncher.launch(options)
    },
  }
  expect((await run(building)).end).toEqual({ kind: 'exited', exitCode: 0 })
  const late: ProgramLauncher = {
    programs: 'machine',
    launch: async (options) => {
      options.onReady?.()
      await clock.advance(1000)
      options.signal?.throwIfAborted()
      return hostLauncher.launch(options)
    },
  }
  expect((await run(late)).end).toEqual({ kind: 'timed_out', timeoutMs: 500 })
})
