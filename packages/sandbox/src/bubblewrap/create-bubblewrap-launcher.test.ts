import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { getActiveResourcesInfo } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { BackgroundProcess } from '@drawbridge/core/machine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { type BoxedOptions, type BoxedScene, createBoxedScene } from './__fixtures__/boxed-scene.ts'

let boxed: BoxedScene
const use = async (options: BoxedOptions): Promise<void> => {
  await boxed[Symbol.asyncDispose]()
  boxed = createBoxedScene(options)
}
beforeEach(() => {
  boxed = createBoxedScene()
})
afterEach(async () => {
  expect(processesInside()).toEqual([])
  await boxed[Symbol.asyncDispose]()
})

const script = (source: string, settings?: Parameters<BoxedScene['run']>[1]) =>
  boxed.run(['node', '-e', source], settings)
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

/** Processes of this machine to which the workspace is a mount, as it is in its sandboxes only. */
function processesInside(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/mountinfo`, 'latin1').includes(` ${boxed.workspace} `)
    } catch {
      return false
    }
  })
}

async function until(file: string): Promise<void> {
  for (let tries = 0; tries < 500 && !existsSync(file); tries += 1) await wait(10)
  expect(existsSync(file)).toBe(true)
}

describeWithProgram('bwrap', 'programs run in namespaces', () => {
  describe('a program inside', () => {
    test('works in the workspace, by its own paths', async () => {
      boxed.scene.file('workspace/a.txt', 'hello')
      expect(await boxed.shell('pwd; cat a.txt; echo new > b.txt')).toBe(`${boxed.workspace}\nhello`)
      expect(boxed.scene.text('workspace/b.txt')).toBe('new\n')
    })

    test('gives its exit code, output, errors, and what it was given as input', async () => {
      const result = await boxed.run(['sh', '-c', 'cat; echo bad >&2; exit 3'], { stdin: Buffer.from('given') })
      expect(result).toMatchObject({ end: { kind: 'exited', exitCode: 3 }, survivors: [] })
      expect([text(result.stdout.head), text(result.stderr.head)]).toEqual(['given', 'bad\n'])
    })

    test('has an empty input unless it is given some, and may leave that unread', async () => {
      expect((await boxed.run(['cat'])).end).toEqual({ kind: 'exited', exitCode: 0 })
      expect((await boxed.run(['true'], { stdin: Buffer.alloc(4_000_000) })).end).toEqual({
        kind: 'exited',
        exitCode: 0,
      })
    })

    test('may print any bytes, and without end', async () => {
      const { stdout } = await script('process.stdout.write(Buffer.from([0, 255, 254, 10, 0]))')
      expect([...stdout.head]).toEqual([0, 255, 254, 10, 0])
      const endless = await boxed.run(['sh', '-c', 'yes'], { timeoutMs: 1500, maxOutputBytes: 1000 })
      expect(endless.end).toEqual({ kind: 'timed_out', timeoutMs: 1500 })
      expect(endless.stdout.totalBytes).toBeGreaterThan(1_000_000)
      expect(endless.stdout.head.length + endless.stdout.tail.length).toBeLessThanOrEqual(1000)
    })

    test('gets the environment of the call, and nothing of what builds its sandbox', async () => {
      const lines = (await boxed.shell('env', { environment: { EXTRA: 'a\nb=c' } })).split('\n')
      expect(lines).toEqual(
        expect.arrayContaining(['CI=true', 'TMPDIR=/tmp', 'EXTRA=a', 'b=c', `PWD=${boxed.workspace}`]),
      )
    })

    test('that cannot be seen inside is said not to be found', async () => {
      const path = boxed.scene.file('outside/tool', '#!/bin/sh\n')
      chmodSync(path, 0o755)
      await expect(boxed.run([path])).rejects.toMatchObject({ failure: { code: 'command_not_found' } })
    })
  })

  describe('nothing is left of a program', () => {
    test('that left others behind, of their own session and without the environment', async () => {
      const line =
        'setsid env -i sleep 60 & (trap "" INT TERM HUP; setsid sleep 60 &) ; nohup sleep 60 >/dev/null & echo done'
      const result = await boxed.run(['sh', '-c', line])
      expect(result).toMatchObject({ end: { kind: 'exited', exitCode: 0 }, survivors: [] })
      expect(text(result.stdout.head)).toBe('done\n')
      expect(processesInside()).toEqual([])
    })

    test('whose children hold its output open', async () => {
      const result = await boxed.run(['sh', '-c', 'sleep 60 & echo out'])
      expect(result.end).toEqual({ kind: 'exited', exitCode: 0 })
      expect(processesInside()).toEqual([])
    })

    test('at its time limit, even where it ignores every signal and forks on', async () => {
      const line =
        'trap "" INT TERM HUP; setsid sh -c \'trap "" TERM INT; while :; do sleep 60 & sleep 0.01; done\' & while :; do sleep 1; done'
      const result = await boxed.run(['sh', '-c', line], { timeoutMs: 500 })
      expect(result.end).toEqual({ kind: 'timed_out', timeoutMs: 500 })
      expect(processesInside()).toEqual([])
    })

    test('at an abort, after it was asked to end', async () => {
      const abort = new AbortController()
      const source = `process.on('SIGINT', () => { require('fs').writeFileSync('asked', ''); process.exit(0) })
        require('fs').writeFileSync('ready', ''); setInterval(() => {}, 1000)`
      const done = script(source, { signal: abort.signal })
      await until(`${boxed.workspace}/ready`)
      abort.abort()
      expect((await done).end).toEqual({ kind: 'aborted' })
      expect(existsSync(`${boxed.workspace}/asked`)).toBe(true)
    })

    test('in this process either', async () => {
      await boxed.shell('true')
      const before = countOf(getActiveResourcesInfo())
      const descriptors = readdirSync('/proc/self/fd').length
      for (let round = 0; round < 5; round += 1) await boxed.shell('echo out; sleep 60 &')
      await wait(0)
      expect(countOf(getActiveResourcesInfo())).toBeLessThanOrEqual(before)
      expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(descriptors)
    })

    test('that was not built', async () => {
      await use({ profile: ({ workspace }) => ({ readOnly: [`${workspace}/.vscode`] }) })
      boxed.scene.symlink('workspace/link', 'elsewhere')
      await boxed.shell('true')
      await expect(boxed.run(['true'], { cwd: `${boxed.workspace}/gone` })).rejects.toThrow()
      expect(existsSync(`${boxed.workspace}/.vscode`)).toBe(false)
    })
  })

  describe('in the background', () => {
    let started: BackgroundProcess[] = []
    afterEach(async () => {
      await Promise.all(started.map((background) => background.stop()))
      started = []
    })
    const start = async (line: string) => {
      const background = await boxed.start(line)
      started.push(background)
      return background
    }
    const seen = (background: BackgroundProcess) => text(background.read(0).bytes)
    const hear = async (background: BackgroundProcess, wanted: string) => {
      while (!seen(background).includes(wanted) && background.outcome() === undefined) await background.nextOutput()
      expect(seen(background)).toContain(wanted)
    }

    test('a program talks, and its end is known', async () => {
      const background = await start('read a; echo "a=$a"; exit 4')
      expect(background.write(Buffer.from('1\n'))).toBe('accepted')
      expect(await background.ended).toMatchObject({ end: { kind: 'exited', exitCode: 4 }, survivors: [] })
      expect(seen(background)).toBe('a=1\n')
    })

    test('a program is interrupted as at a terminal, and goes on where it wants to', async () => {
      const background = await start('trap "echo heard" INT; echo ready; while :; do sleep 0.05; done')
      await hear(background, 'ready')
      background.signal('SIGINT')
      await hear(background, 'heard')
      expect(background.outcome()).toBeUndefined()
      const { end } = await background.stop()
      expect(end).toEqual({ kind: 'aborted' })
      expect(processesInside()).toEqual([])
    })

    test('placeholders stand as long as the program runs', async () => {
      await use({ profile: ({ workspace }) => ({ readOnly: [`${workspace}/.vscode`] }) })
      const background = await start('echo ready; read a')
      await hear(background, 'ready')
      await boxed.shell('true')
      expect(existsSync(`${boxed.workspace}/.vscode`)).toBe(true)
      await background.stop()
      expect(existsSync(`${boxed.workspace}/.vscode`)).toBe(false)
    })

    test('a placeholder stays for the last of those that need it', async () => {
      await use({ profile: ({ workspace }) => ({ readOnly: [`${workspace}/.vscode`] }) })
      const first = await start('echo ready; read a')
      await hear(first, 'ready')
      const second = await start('echo ready; read a; rmdir .vscode; mkdir .vscode && echo MADE; ls -A')
      await hear(second, 'ready')
      await first.stop()
      second.write(Buffer.from('go\n'))
      await second.ended
      expect(seen(second)).not.toContain('MADE')
      expect(readdirSync(boxed.workspace)).toEqual([])
    })

    test('a program ends with its key', async () => {
      const background = await start('echo ready; setsid sleep 60 & sleep 60')
      await hear(background, 'ready')
      await boxed.backend.end('test')
      expect(processesInside()).toEqual([])
      await background.ended
    })
  })
})

function countOf(resources: readonly string[]): number {
  return resources.filter((resource) => resource !== 'Timeout' && resource !== 'Immediate').length
}
