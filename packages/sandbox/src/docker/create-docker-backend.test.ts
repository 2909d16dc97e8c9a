import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BackgroundProcess } from '@drawbridge/core/machine'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { describeWithEngine } from './__fixtures__/describe-with-engine.ts'
import { createDockerScene, type DockerScene } from './__fixtures__/docker-scene.ts'

const crashFile = join(import.meta.dirname, '__fixtures__', 'crash-with-container.ts')

/** Waits until a process has printed this and nothing else. */
async function printed(started: BackgroundProcess, words: string): Promise<void> {
  const said = () => Buffer.from(started.read(0).bytes).toString()
  for (let tries = 0; tries < 100 && said().length < words.length; tries += 1) {
    await Promise.race([started.nextOutput(), wait(50)])
  }
  expect(said()).toBe(words)
}

describeWithEngine('programs run in its containers', (engine) => {
  let scene: DockerScene
  const open = (options: Partial<Parameters<typeof createDockerScene>[0]> = {}) =>
    createDockerScene({ socket: engine().socket, image: engine().image, ...options })
  const close = async () => {
    await scene[Symbol.asyncDispose]()
    engine().run('rm', '--all', '--force', '--time', '0')
  }
  /** The tests around share a workspace and its container. */
  const share = () => {
    beforeAll(() => {
      scene = open()
    })
    afterAll(close)
  }
  /** Each of the tests around has them to itself. */
  const separate = () => {
    beforeEach(() => {
      scene = open()
    })
    afterEach(close)
  }

  const names = () => engine().run('ps', '--all', '--format', '{{.Names}}').trim().split('\n').filter(Boolean)
  /** What runs in all containers but what holds them. */
  const leftovers = () =>
    names().flatMap((name) =>
      engine()
        .run('top', name, 'pgid', 'args')
        .trim()
        .split('\n')
        .slice(1)
        .filter((line) => !/^1\s/.test(line)),
    )

  describe('a program', () => {
    share()

    test('runs in the workspace, and its exit code, output and errors come back', async () => {
      const result = await scene.shell('pwd; echo bad >&2; exit 3')
      expect(result.end).toEqual({ kind: 'exited', exitCode: 3 })
      expect(result.text).toBe('/workspace\n')
      expect(result.errors).toBe('bad\n')
      expect(result.survivors).toEqual([])
    })

    test('gets its words as they are, by no shell', async () => {
      expect((await scene.run(['echo', '$HOME `id` ; *', "it's"])).text).toBe("$HOME `id` ; * it's\n")
    })

    test('runs in a folder of the workspace, and in none that is not inside', async () => {
      scene.file('sub/a')
      expect((await scene.run(['pwd'], { cwd: join(scene.workspace, 'sub') })).text).toBe('/workspace/sub\n')
      expect(await faultOf(scene.run(['pwd'], { cwd: scene.root }))).toMatchObject({ code: 'path_outside_roots' })
    })

    test('reads what it is given and then the end of its input, or the end at once', async () => {
      expect((await scene.run(['cat'], { stdin: Buffer.from('hello') })).text).toBe('hello')
      expect((await scene.run(['cat'])).end).toEqual({ kind: 'exited', exitCode: 0 })
      const large = Buffer.alloc(3_000_000, 'x')
      expect((await scene.run(['wc', '-c'], { stdin: large })).text.trim()).toBe('3000000')
    })

    test('may leave its input unread', async () => {
      expect((await scene.run(['true'], { stdin: Buffer.alloc(4_000_000) })).end).toEqual({
        kind: 'exited',
        exitCode: 0,
      })
    })

    test('may print any bytes', async () => {
      const { stdout } = await scene.shell("printf '\\000\\377\\376\\n\\000'")
      expect([...stdout.head]).toEqual([0, 255, 254, 10, 0])
    })

    test('that is not in the image is named, and so is one that is not a program', async () => {
      expect(await faultOf(scene.run(['no-such-program']))).toMatchObject({ code: 'command_not_found' })
      scene.file('text', 'x')
      expect(await faultOf(scene.run(['./text']))).toMatchObject({ code: 'command_not_found' })
    })

    test('gets the environment of the call, and none of this machine', async () => {
      const { text } = await scene.run(['env'], { environment: { EXTRA: 'two\nlines = "quoted"' } })
      expect(text).toContain('EXTRA=two\nlines = "quoted"\n')
      expect(text).toContain('HOME=/tmp\n')
      expect(text).toContain('PWD=/workspace\n')
      expect(text).not.toContain(process.env.HOME ?? 'HOME is not set')
    })

    test('whose line is for bash runs with sh where the image has no bash', async () => {
      const argv = ['bash', '--noprofile', '--norc', '-c', '--', 'echo "$0"']
      expect((await scene.run(argv)).text).toMatch(/sh\n$/)
    })

    test.runIf(process.getuid?.() === 0)(
      'of root runs as the owner of the workspace, with its temporary folder',
      async () => {
        await using owned = open()
        chownSync(owned.workspace, 1234, 1235)
        chmodSync(owned.temporary, 0o700)
        const { text, errors } = await owned.shell('id -u; id -g; echo a > made; echo b > /tmp/b; cat made /tmp/b')
        expect(text + errors).toBe('1234\n1235\na\nb\n')
        expect(statSync(join(owned.workspace, 'made')).uid).toBe(1234)
      },
    )

    test('writes files that belong to the owner of the workspace, and temporary ones where file tools see them', async () => {
      await scene.shell('echo a > made; echo b > /tmp/b')
      expect(readFileSync(join(scene.workspace, 'made'), 'utf8')).toBe('a\n')
      expect(statSync(join(scene.workspace, 'made')).uid).toBe(statSync(scene.workspace).uid)
      expect(readFileSync(join(scene.temporary, 'b'), 'utf8')).toBe('b\n')
      const paths = scene.backend.paths(scene.profile())
      expect(paths.toHost('/tmp/b')).toBe(join(scene.temporary, 'b'))
      expect(paths.toInside(join(scene.workspace, 'made'))).toBe('/workspace/made')
    })
  })

  describe('a program that does not end well', () => {
    share()
    // Some of them leave a container that had to be ended.
    beforeEach(async () => void (await scene.run(['true'])))

    test.each([
      ['ignores every polite signal', 'trap "" INT TERM; while :; do sleep 1; done'],
      [
        'goes into the background and leaves its session',
        'sleep 100 & setsid sleep 100 & setsid sh -c "sleep 100" & sleep 100',
      ],
      ['leaves session, parents and environment', 'env -i setsid sh -c "sleep 100 & sleep 100 &" & sleep 100'],
      ['prints without end', 'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done'],
      ['prints without end into both streams', 'yes & yes >&2'],
      ['stops itself', 'kill -STOP $$'],
    ])('is ended at its time limit with all it started: %s', async (_what, line) => {
      const result = await scene.shell(line, { timeoutMs: 400 })
      expect(result.end).toEqual({ kind: 'timed_out', timeoutMs: 400 })
      expect(leftovers()).toEqual([])
    })

    test('and forks without end is ended all the same, and the next call works', async () => {
      const forks = 'grow() { while :; do grow & done; }; grow & grow & wait; sleep 100'
      await scene.shell(forks, { timeoutMs: 1500, profile: { limits: { processes: 64 } } })
      expect(leftovers()).toEqual([])
      expect((await scene.run(['true'])).end).toEqual({ kind: 'exited', exitCode: 0 })
    })

    test('and is aborted is ended', async () => {
      const abort = new AbortController()
      const running = scene.shell('echo go; sleep 100', {
        signal: abort.signal,
        onOutput: () => abort.abort(),
      })
      expect((await running).end).toEqual({ kind: 'aborted' })
      expect(leftovers()).toEqual([])
    })

    test('and is aborted before it runs is ended or never started', async () => {
      const abort = new AbortController()
      const running = scene.shell('sleep 100', { signal: abort.signal })
      abort.abort()
      expect((await running).end).toEqual({ kind: 'aborted' })
      await scene.run(['true'])
      expect(leftovers()).toEqual([])
    })

    test('what outlives a program is ended and told, even where it holds the output open', async () => {
      const result = await scene.shell('sleep 100 & env -i setsid sleep 100 >/dev/null 2>&1 & echo done')
      expect(result.end).toEqual({ kind: 'exited', exitCode: 0 })
      expect(result.text).toBe('done\n')
      expect(result.survivors.length).toBeGreaterThanOrEqual(2)
      expect(result.survivors.every(({ killed }) => killed)).toBe(true)
      expect(leftovers()).toEqual([])
    })

    test('does not take others in the same container with it', async () => {
      const other = await scene.start(['sh', '-c', 'sleep 100 & echo ready; cat; echo ended'])
      try {
        await printed(other, 'ready\n')
        const result = await scene.shell('setsid sleep 100 & sleep 100', { timeoutMs: 500 })
        expect(result.end.kind).toBe('timed_out')
        expect(other.outcome()).toBeUndefined()
        expect(leftovers().filter((line) => /^\d+\s+sleep 100$/.test(line.trim()))).toHaveLength(1)
        other.write(Buffer.from('still here\n'))
        await printed(other, 'ready\nstill here\n')
      } finally {
        await other.stop()
      }
      expect(leftovers()).toEqual([])
    })
  })

  describe('a background process', () => {
    share()

    test('has a number, takes input and signals, and ends when it is stopped', async () => {
      const started = await scene.start([
        'sh',
        '-c',
        'exec 2>/dev/null; trap "echo caught" QUIT; echo ready; while read -r x; do echo "got $x"; done; while :; do sleep 1; done',
      ])
      expect(started.pid).toBeGreaterThan(0)
      await printed(started, 'ready\n')
      started.write(Buffer.from('one\n'))
      await printed(started, 'ready\ngot one\n')
      started.closeInput()
      started.signal('SIGQUIT')
      await printed(started, 'ready\ngot one\ncaught\n')
      await started.stop()
      expect(leftovers()).toEqual([])
    })

    test('that cannot start says so', async () => {
      expect(await faultOf(scene.start(['no-such-program']))).toMatchObject({ code: 'command_not_found' })
    })
  })

  describe('containers', () => {
    separate()

    test('are kept warm per key, and end with the session', async () => {
      await scene.run(['true'])
      await scene.run(['true'])
      expect(names()).toHaveLength(1)
      await scene.run(['true'], { profile: { key: 'another' } })
      expect(names()).toHaveLength(2)
      await scene.backend.end('another')
      expect(names()).toHaveLength(1)
      await scene.backend[Symbol.asyncDispose]()
      expect(names()).toEqual([])
    })

    test('that nobody waits for any more end with the rest', async () => {
      const abort = new AbortController()
      const running = scene.run(['true'], { signal: abort.signal })
      await wait(20)
      abort.abort()
      expect((await running).end).toEqual({ kind: 'aborted' })
      await scene.backend[Symbol.asyncDispose]()
      expect(names()).toEqual([])
      expect(await faultOf(scene.run(['true']))).toMatchObject({ code: 'sandbox_unavailable' })
    })

    test('of another profile are others', async () => {
      await scene.run(['true'])
      await scene.run(['true'], { profile: { limits: { processes: 100 } } })
      expect(names()).toHaveLength(2)
    })

    test('that disappeared are created again', async () => {
      await scene.run(['true'])
      engine().run('rm', '--force', '--time', '0', ...names())
      expect((await scene.run(['echo', 'again'])).text).toBe('again\n')
      engine().run('kill', ...names())
      expect((await scene.run(['echo', 'again'])).text).toBe('again\n')
    })

    test('that go while a program runs end its call with a reason, and the next call works', async () => {
      const running = faultOf(
        scene.shell('echo go; sleep 100', { onOutput: () => void engine().run('kill', ...names()) }),
      )
      expect(await running).toMatchObject({ code: 'sandbox_unavailable' })
      expect((await scene.run(['echo', 'again'])).text).toBe('again\n')
    })

    test('whose engine goes while a program runs end its call with a reason; when it is back, nothing is left of it', async () => {
      await scene.run(['true'])
      const running = faultOf(scene.shell('echo go; sleep 100', { onOutput: () => void engine().stop() }))
      expect(await running).toMatchObject({ code: 'sandbox_unavailable' })
      expect(await faultOf(scene.run(['true']))).toMatchObject({ code: 'sandbox_unavailable' })
      await engine().restart()
      expect((await scene.run(['echo', 'again'])).text).toBe('again\n')
      expect(leftovers()).toEqual([])
    })

    test('that are paused while a program runs end its call at its time limit, and the next call works', async () => {
      await scene.run(['true'])
      const pause = () => void engine().run('pause', ...names())
      const { end } = await scene.shell('echo go; sleep 100', { timeoutMs: 1000, onOutput: pause })
      expect(end).toEqual({ kind: 'timed_out', timeoutMs: 1000 })
      expect((await scene.run(['echo', 'again'])).text).toBe('again\n')
    })

    test('run many programs at once, each with its own output', async () => {
      const numbers = Array.from({ length: 20 }, (_, index) => `${index}`)
      const results = await Promise.all(numbers.map((number) => scene.run(['echo', number], { timeoutMs: 60_000 })))
      expect(results.map(({ text }) => text.trim())).toEqual(numbers)
      expect(results.flatMap(({ survivors }) => survivors)).toEqual([])
      expect(names()).toHaveLength(1)
      expect(scene.notices).toEqual([])
    })

    test('of a key that two want at once are one, and outlive the first that leaves', async () => {
      await using first = open({
        scope: 'shared',
        stateFolder: join(scene.root, 'state'),
        home: join(scene.root, 'home'),
      })
      const profile = scene.profile()
      await using second = open({
        scope: 'shared',
        stateFolder: join(scene.root, 'state'),
        home: join(scene.root, 'home'),
      })
      const results = await Promise.all([
        first.run(['true'], { profile, cwd: scene.workspace }),
        second.run(['true'], { profile, cwd: scene.workspace }),
      ])
      expect(results.map(({ end }) => end.kind)).toEqual(['exited', 'exited'])
      expect(names()).toHaveLength(1)
      await first.backend[Symbol.asyncDispose]()
      expect((await second.run(['echo', 'on'], { profile, cwd: scene.workspace })).text).toBe('on\n')
      expect(names()).toHaveLength(1)
    })

    test('are killed by a process that has only time to exit', async () => {
      const env = { ...process.env, SOCKET: engine().socket, IMAGE: engine().image, WORKSPACE: scene.workspace }
      const own = {
        HOME_FOLDER: join(scene.root, 'home'),
        STATE: join(scene.root, 'state'),
        READ_ONLY: join(scene.workspace, '.x'),
      }
      spawnSync(process.execPath, [crashFile], { env: { ...env, ...own, EXIT: 'orderly' } })
      const isRunning = () => engine().run('ps', '--quiet').trim() !== ''
      for (let tries = 0; tries < 100 && isRunning(); tries += 1) await wait(50)
      expect(isRunning()).toBe(false)
    })

    test('that were unused for a long time are pruned', async () => {
      let now = Date.now()
      const clock = { now: () => now, after: () => ({ [Symbol.dispose]: () => undefined }) }
      await using old = open({ clock })
      await old.run(['true'])
      expect(await old.backend.prune()).toEqual([])
      now += 25 * 3_600_000
      expect(await old.backend.prune()).toHaveLength(1)
      expect(names()).toEqual([])
    })

    test('of a process that is gone are removed by the next, with what stood in for files that do not exist', async () => {
      const home = join(scene.root, 'home')
      const stateFolder = join(scene.root, 'state')
      const placeholder = join(scene.workspace, '.mcp.json')
      spawnSync(process.execPath, [crashFile], {
        env: {
          ...process.env,
          SOCKET: engine().socket,
          IMAGE: engine().image,
          WORKSPACE: scene.workspace,
          HOME_FOLDER: home,
          STATE: stateFolder,
          READ_ONLY: placeholder,
        },
      })
      expect(names()).toHaveLength(1)
      expect(existsSync(placeholder)).toBe(true)
      await scene.run(['true'], { profile: { key: 'another' } })
      expect(names()).toHaveLength(1)
      expect(existsSync(placeholder)).toBe(false)
    })
  })

  describe('what is missing is said', () => {
    separate()

    test('an image that the engine does not have', async () => {
      await using other = open({ image: 'localhost/not-there:1' })
      const fault = await faultOf(other.run(['true']))
      expect(fault.code).toBe('sandbox_unavailable')
      expect(fault.message).toContain('podman pull localhost/not-there:1')
      expect((await other.backend.capabilities()).net).toMatchObject({ held: false })
    })

    test('an image that has no shell', async () => {
      const archive = join(scene.root, 'empty.tar')
      execFileSync('tar', ['-C', scene.temporary, '-cf', archive, '.'])
      engine().run('import', archive, 'localhost/without-shell:1')
      await using other = open({ image: 'localhost/without-shell:1' })
      expect(await faultOf(other.run(['true']))).toMatchObject({
        code: 'sandbox_unavailable',
        message: expect.stringContaining('The image has no "/bin/sh"'),
      })
      expect(names()).toEqual([])
    })

    test('an engine that is not there', async () => {
      await using other = open({ socket: join(scene.root, 'none.sock') })
      expect(await faultOf(other.run(['true']))).toMatchObject({ code: 'sandbox_unavailable' })
      const report = await other.backend.capabilities()
      expect(Object.values(report).every(({ held }) => !held)).toBe(true)
    })
  })

  test('what it holds was seen from inside, and leaves nothing', async () => {
    await using scene = open()
    const report = await scene.backend.capabilities()
    expect(Object.entries(report).filter(([, { held }]) => !held)).toEqual([])
    expect(report.memory).toMatchObject({ how: expect.stringContaining('536870912') })
    expect(names()).toEqual([])
  })
})
