import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { openFolder } from '../files/anchored-folder.ts'
import { createDockerScene, type DockerScene } from './__fixtures__/docker-scene.ts'
import { type FakeEngine, frame, startFakeEngine } from './__fixtures__/fake-engine.ts'
import { createEngineClient } from './engine/engine-client.ts'
import { EngineError } from './engine/engine-error.ts'

let engine: FakeEngine
let scene: DockerScene
beforeEach(async () => {
  engine = await startFakeEngine()
  scene = createDockerScene({ socket: engine.socket, image: 'an/image:1' })
})
afterEach(async () => {
  await scene[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})

const asked = (method: string, path: RegExp) =>
  engine.requests.filter((request) => request.method === method && path.test(request.path))

describe('what is asked of an engine', () => {
  test('is a container with a read-only root, no capabilities, no network, limits, and no socket of the engine', async () => {
    await scene.run(['true'])
    const [create] = asked('POST', /^\/containers\/create/)
    expect(create?.body).toMatchObject({
      Image: 'an/image:1',
      NetworkDisabled: true,
      HostConfig: {
        Privileged: false,
        ReadonlyRootfs: true,
        CapAdd: [],
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
        NetworkMode: 'none',
        Memory: 536_870_912,
        MemorySwap: 536_870_912,
        NanoCpus: 1_000_000_000,
        PidsLimit: 256,
      },
    })
    expect(JSON.stringify(create?.body)).not.toContain(engine.socket)
    expect(JSON.stringify(create?.body)).toContain('"Target":"/workspace","ReadOnly":false')
  })

  test('never is to pull an image or to run as a privileged user', async () => {
    await scene.run(['true'])
    expect(asked('POST', /^\/images/)).toEqual([])
    expect(asked('POST', /\/exec$/)[0]?.body).toMatchObject({ Privileged: false, Tty: false })
  })

  test('for an open network is one of containers, not that of the machine with its loopback services', async () => {
    await scene.run(['true'], { profile: { network: { kind: 'host' } } })
    const [create] = asked('POST', /^\/containers\/create/)
    expect(create?.body).toMatchObject({ HostConfig: { NetworkMode: 'bridge' } })
  })

  test('is a program with its environment in the body, never among its words', async () => {
    await scene.run(['env'], { environment: { API: 'hidden value' } })
    const [exec] = asked('POST', /\/exec$/)
    expect(exec?.body).toMatchObject({ Cmd: ['env'], WorkingDir: '/workspace', AttachStdin: false })
    expect(exec?.body).toMatchObject({ Env: expect.arrayContaining(['API=hidden value']) })
  })

  test('is, before the time of a program counts, a container that is there', async () => {
    const { launcher, environment } = await scene.backend.prepare(scene.profile())
    await using folder = await openFolder(scene.workspace)
    const before = Promise.withResolvers<readonly string[]>()
    const program = await launcher.launch({
      argv: ['x'],
      file: 'x',
      request: { cwd: scene.workspace },
      folder,
      baseEnvironment: environment({}),
      onReady: () => before.resolve(engine.requests.map(({ path }) => path)),
    })
    await program.exit
    await program.release()
    expect(await before.promise).toContain('/containers/c1/start')
    expect(await before.promise).not.toContain('/containers/c1/exec')
  })

  test('is refused if it sees another disk than this machine', async () => {
    scene.file('a.txt')
    engine.on('POST', /^\/exec\/e1\/start$/, { stream: (stream) => stream.end(frame('stdout', '/workspace\n')) })
    expect(await faultOf(scene.run(['true']))).toMatchObject({
      code: 'sandbox_unavailable',
      message: expect.stringContaining(`has none of the files of "${scene.workspace}" on this machine`),
    })
    expect(asked('DELETE', /^\/containers\//)).toHaveLength(1)
    engine.on('POST', /^\/exec\/e\d+\/start$/, { stream: (stream) => stream.end(frame('stdout', '')) })
    expect((await scene.run(['true'])).end).toEqual({ kind: 'exited', exitCode: 0 })
  })

  test('is asked in the version that both know', async () => {
    for (const [version, expected] of [
      ['1.41', '1.41'],
      ['1.60', '1.47'],
    ] as const) {
      await using other = await startFakeEngine({ version })
      using client = createEngineClient({ socket: other.socket })
      expect((await client.greeting()).version).toBe(expected)
    }
    await using old = await startFakeEngine({ version: '1.12' })
    using client = createEngineClient({ socket: old.socket })
    await expect(client.greeting()).rejects.toThrow(/oldest supported/)
  })
})

describe('output', () => {
  test('comes out whole, however it is cut into pieces', async () => {
    const whole = Buffer.concat([frame('stdout', 'one\n'), frame('stderr', 'two\n'), frame('stdout', 'three\n')])
    engine.on('POST', /^\/exec\/e1\/start$/, {
      stream: async (stream) => {
        for (const byte of whole) await new Promise((resolve) => stream.write(Buffer.of(byte), resolve))
        stream.end()
      },
    })
    const { text, errors, end } = await scene.run(['x'])
    expect({ text, errors, end }).toEqual({
      text: 'one\nthree\n',
      errors: 'two\n',
      end: { kind: 'exited', exitCode: 0 },
    })
  })

  test('that is none is told as a failure of the sandbox', async () => {
    engine.on('POST', /^\/exec\/e1\/start$/, { stream: (stream) => stream.end('this is no frame at all') })
    expect(await faultOf(scene.run(['x']))).toMatchObject({ code: 'sandbox_unavailable' })
  })

  test('that is cut in the middle is told: what came is not what the program said', async () => {
    engine.on('POST', /^\/exec\/e1\/start$/, {
      stream: (stream) => {
        stream.write(frame('stdout', 'half').subarray(0, 10), () => stream.destroy())
      },
    })
    expect(await faultOf(scene.run(['x']))).toMatchObject({ code: 'sandbox_unavailable' })
  })

  test('that stays open when the program has ended is not waited for', async () => {
    engine.on('POST', /^\/exec\/e1\/start$/, { stream: (stream) => stream.write(frame('stdout', 'said\n')) })
    const { text, end } = await scene.run(['x'])
    expect({ text, end }).toEqual({ text: 'said\n', end: { kind: 'exited', exitCode: 0 } })
  })
})

describe('an engine that fails', () => {
  const unavailable = { code: 'sandbox_unavailable' }

  test.each([
    ['that does not know the question', { status: 404, text: 'no such page' }],
    ['that knows it, and not of versions', { text: 'welcome' }],
  ])('because it is another server, %s, is told', async (_what, answer) => {
    await using other = await startFakeEngine({ version: '' })
    other.on('GET', /^\/_ping$/, answer)
    using client = createEngineClient({ socket: other.socket })
    await expect(client.greeting()).rejects.toThrow('is not a container engine. Name the right socket.')
  })

  test('at the image is told with its words', async () => {
    engine.on('GET', /^\/images\//, { status: 500, json: { message: 'the disk is on fire' } })
    const fault = await faultOf(scene.run(['x']))
    expect(fault).toMatchObject(unavailable)
    expect(fault.message).toContain('the disk is on fire')
  })

  test.each([
    ['at making a container', 'POST', /^\/containers\/create/],
    ['at starting it', 'POST', /^\/containers\/c1\/start$/],
    ['at making a program', 'POST', /^\/containers\/c1\/exec$/],
    ['at starting a program', 'POST', /^\/exec\/e1\/start$/],
    ['at telling how it ended', 'GET', /^\/exec\/e1\/json$/],
  ] as const)('%s is told', async (_when, method, path) => {
    engine.on(method, path, { status: 500, json: { message: 'no' } })
    expect(await faultOf(scene.run(['x']))).toMatchObject(unavailable)
  })

  test.each([
    ['an answer that is cut', { cut: true }],
    ['an answer that is not JSON', { text: '{"Id":' }],
    ['an answer of another kind', { json: ['?'] }],
  ])('by %s is told', async (_how, answer) => {
    engine.on('POST', /^\/containers\/c1\/exec$/, answer)
    expect(await faultOf(scene.run(['x']))).toMatchObject(unavailable)
  })

  test('by not answering is given up', async () => {
    engine.on('GET', /^\/info$/, { hangs: true })
    using client = createEngineClient({ socket: engine.socket, answerMs: 50 })
    await expect(client.call({ method: 'GET', path: '/info' })).rejects.toSatisfy(EngineError.isInstance)
  })

  test('by not listing what runs leaves nobody running: the container goes', async () => {
    engine.on('GET', /^\/containers\/c1\/top/, { status: 500, json: { message: 'ps: no' } })
    const { end } = await scene.run(['x'])
    expect(end).toEqual({ kind: 'exited', exitCode: 0 })
    expect(asked('DELETE', /^\/containers\/c1/)).toHaveLength(1)
    expect(scene.notices).toHaveLength(1)
  })

  test('by losing the container between two calls is given another chance', async () => {
    await scene.run(['x'])
    let isGone = true
    engine.on('POST', /^\/containers\/c1\/exec$/, () => {
      return isGone ? { status: 404, json: { message: 'No such container: c1' } } : { status: 201, json: { Id: 'e1' } }
    })
    engine.on('GET', /^\/containers\/c1\/json$/, () => {
      return isGone ? { status: 404 } : { json: { State: { Running: true, Pid: 100 } } }
    })
    engine.on('POST', /^\/containers\/create/, () => {
      isGone = false
      return { status: 201, json: { Id: 'c1' } }
    })
    expect((await scene.run(['x'])).text).toBe('hello\n')
  })

  test('by a container of that name that is not ours is told', async () => {
    engine.on('POST', /^\/containers\/create/, {
      status: 409,
      json: { message: 'Conflict. The container name is in use' },
    })
    engine.on('GET', /^\/containers\/drawbridge-[^/]+\/json$/, { json: { Id: 'other', Config: { Labels: {} } } })
    expect(await faultOf(scene.run(['x']))).toMatchObject(unavailable)
    expect(asked('DELETE', /./)).toEqual([])
  })

  test('by ending the container at the time limit, where nothing less is possible, is obeyed', async () => {
    engine.on('POST', /^\/exec\/e1\/start$/, { stream: () => undefined })
    let isThere = true
    engine.on('GET', /^\/exec\/e1\/json$/, () => (isThere ? { json: { Running: true, Pid: 7 } } : { status: 404 }))
    engine.on('GET', /^\/containers\/c1\/top/, {
      json: {
        Titles: [],
        Processes: [
          ['100', '1', '100', 'Ss'],
          ['107', '1', '107', 'R'],
        ],
      },
    })
    engine.on('POST', /^\/containers\/c1\/exec$/, ({ body }) => {
      const isHelper = JSON.stringify(body).includes('kill -')
      return isHelper ? { status: 500, json: { message: 'cannot fork' } } : { status: 201, json: { Id: 'e1' } }
    })
    engine.on('DELETE', /^\/containers\/c1/, () => {
      isThere = false
      return { status: 204 }
    })
    expect((await scene.run(['x'], { timeoutMs: 100 })).end).toEqual({ kind: 'timed_out', timeoutMs: 100 })
    expect(scene.notices.join()).toContain('could not be ended otherwise')
  })
})
