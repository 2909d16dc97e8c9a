import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { getActiveResourcesInfo } from 'node:process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { type ContainedScene, namespacesAt, openContainedScene, secret } from './__fixtures__/contained-scene.ts'

const waiting = fileURLToPath(new URL('./__fixtures__/wait-prepared.ts', import.meta.url))

describeWithProgram('bwrap', 'a sandbox that is prepared for the next command', () => {
  let scene: ContainedScene
  beforeAll(async () => {
    scene = await openContainedScene({ isPrepared: true })
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  /** Runs a line, and says if it ran in the sandbox that waited before. */
  const runNext = async (line: string, meanwhile: () => void = () => undefined) => {
    await scene.run('true')
    expect(await scene.prepare()).toBe(1)
    const before = scene.namespaces()
    meanwhile()
    const { text, errors, code } = await scene.run(`readlink /proc/self/ns/pid; { ${line}; } 2>&1`)
    const [where = '', ...rest] = text.split('\n')
    return { wasPrepared: before.includes(where), text: rest.join('\n'), errors, code }
  }

  test('runs that command, and no second one', async () => {
    expect(await runNext('cat a.txt')).toEqual({ wasPrepared: true, text: 'hello', errors: '', code: 0 })
    await scene.run('echo x > /dev/shm/left')
    expect(await runNext('ls /dev/shm')).toMatchObject({ wasPrepared: true, text: '' })
  })

  test('shows a command just what a sandbox of its own does', async () => {
    const probe = [
      'env -0 | sort -z | tr "\\0" "\\n"',
      'pwd; umask; ulimit -a; id; nice',
      'for d in /proc/self/fd/*; do echo "$d $(readlink $d | tr -d 0-9)"; done',
      'cat /proc/self/mountinfo | sed -E "s/^[0-9]+ [0-9]+ [0-9]+:[0-9]+//; s/(master|shared):[0-9]+//"',
      'grep -E "^(Cap|Sig|Shd|NoNewPrivs|Seccomp|Umask|Pid|PPid|NSsid|NSpgid|Cpus_allowed|Groups)" /proc/self/status',
      'tr "\\0" " " < /proc/1/cmdline; cat /proc/1/comm /proc/self/oom_score_adj',
      'cat /proc/self/attr/current /proc/self/loginuid /proc/sys/user/max_user_namespaces; hostname; stat -c "%A %N" /* /dev/*',
    ].join('\n')
    await scene.run('true')
    expect(await scene.prepare()).toBe(1)
    const [prepared, own] = await Promise.all([scene.run(probe), scene.run(probe)])
    expect(prepared.text).toBe(own.text)
    expect(prepared.errors).toBe(own.errors)
    expect(prepared.text).toContain('PWD=')
  })

  test('hands over any words, environment and input as they are', async () => {
    await scene.run('true')
    const word = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 6 }), word, async (words, value) => {
        expect(await scene.prepare()).toBe(1)
        const argv = ['bash', '-c', 'printf "%s\\0" "$@"; env -0; cat', 'x', ...words]
        const settings = { environment: { ODD: value }, stdin: Buffer.from(`input ${value}`) }
        const said = (await scene.run(argv, undefined, settings)).text.split('\0')
        expect(said.slice(0, words.length)).toEqual(words)
        expect(said).toContain(`ODD=${value}`)
        expect(said.at(-1)).toBe(`input ${value}`)
      }),
      { numRuns: 6 },
    )
    const environment = { 'a.b-c d': 'x\ny', __proto__x: "'" }
    const { text } = await scene.run(['env', '-0'], undefined, { environment })
    expect(text.split('\0')).toEqual(expect.arrayContaining(['a.b-c d=x\ny', "__proto__x='"]))
  })

  test.each<readonly [what: string, change: () => void]>([
    ['a covered file is replaced', () => replace('.env')],
    [
      'a covered file is replaced by itself under another name',
      () => {
        linkSync(scene.at('workspace/.env'), scene.at('workspace/c.txt'))
        unlinkSync(scene.at('workspace/.env'))
        renameSync(scene.at('workspace/c.txt'), scene.at('workspace/.env'))
      },
    ],
    ['a file to cover appears', () => writeFileSync(scene.at('workspace/deep/.env'), secret)],
    [
      'a link to a secret appears, and what it means',
      () => {
        writeFileSync(scene.at('workspace/c.txt'), secret)
        symlinkSync('c.txt', scene.at('workspace/server.key'))
      },
    ],
    [
      'a folder above a covered file is replaced',
      () => {
        renameSync(scene.at('workspace/deep'), scene.at('workspace/aside'))
        mkdirSync(scene.at('workspace/deep/a'), { recursive: true })
        writeFileSync(scene.at('workspace/deep/a/id_rsa'), secret)
      },
    ],
    ["git's settings of the user appear", () => writeFileSync(scene.at('user/.gitconfig'), '[user]\nname = x\n')],
  ])('is ended unused if %s meanwhile', async (_what, change) => {
    const { wasPrepared, text } = await runNext('find . -type f -exec cat {} +; cat server.key', change)
    expect(wasPrepared).toBe(false)
    expect(text).not.toContain(secret)
    expect(text).toContain('hello')
  })

  test('is used although files changed that have nothing to do with it, and shows them as they are', async () => {
    const { wasPrepared, text } = await runNext('cat a.txt made/b.txt; git config user.name; cat .env', () => {
      appendFileSync(scene.at('workspace/a.txt'), ', you')
      mkdirSync(scene.at('workspace/made'))
      writeFileSync(scene.at('workspace/made/b.txt'), '!')
      writeFileSync(scene.at('workspace/.env'), `${secret}, more`)
      appendFileSync(scene.at('workspace/.git/config'), '[user]\nname = new\n')
    })
    expect(wasPrepared).toBe(true)
    expect(text).toMatch(/^hello, you!new\n/)
    expect(text).not.toContain(secret)
  })

  test('shows no secret that is replaced again and again while it is built and handed over', async () => {
    await using own = await openContainedScene({ isPrepared: true })
    await own.run('true')
    for (let round = 0; round < 8; round += 1) {
      const settled = own.prepare()
      replace('.env', own)
      await settled
      replace('.env.local', own)
      const said = own.run('cat .env .env.local .env 2>&1').then(({ text }) => text, String)
      replace('.env', own)
      expect(await said).not.toContain(secret)
    }
  })

  test('gives the code and the reasons that a command has without it', async () => {
    expect((await runNext('exit 125')).code).toBe(125)
    for (const [name, said] of [
      ['program', 7],
      ['.env', expect.stringContaining('not an executable file')],
      ['closed/program', expect.stringContaining('was not found')],
    ] as const) {
      writeFileSync(scene.at(`workspace/${name}`), 'exit 7\n')
      chmodSync(scene.at(`workspace/${name}`), 0o755)
      const run = () => scene.run([scene.at(`workspace/${name}`)]).then(({ code }) => code, String)
      await scene.prepare()
      const [prepared, own] = await Promise.all([run(), run()])
      expect([name, prepared, own]).toEqual([name, said, said])
    }
  })

  test('does not keep its process from exiting', async () => {
    await scene.run('true')
    // What earlier commands held may be let go meanwhile; nothing may be held in addition.
    const held = () => getActiveResourcesInfo().filter((name) => name !== 'Timeout')
    const before = held()
    expect(await scene.prepare()).toBe(1)
    const added = held()
    for (const name of before) if (added.includes(name)) added.splice(added.indexOf(name), 1)
    expect(added).toEqual([])
  })

  test('ends with a process that is killed', async () => {
    const child = spawn(process.execPath, [waiting], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
    const [root = ''] = String(line).trim().split(' ')
    try {
      expect(namespacesAt(`${root}/workspace`)).toHaveLength(1)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await expect.poll(() => namespacesAt(`${root}/workspace`), { timeout: 5000 }).toEqual([])
    } finally {
      child.kill('SIGKILL')
      rmSync(root, { recursive: true, force: true })
    }
  }, 60_000)

  test('is ended unused if the workspace itself is replaced, so that the command sees the new one', async () => {
    const { wasPrepared, text } = await runNext('cat a.txt', () => {
      renameSync(scene.workspace, scene.at('before'))
      mkdirSync(scene.workspace)
      writeFileSync(scene.at('workspace/a.txt'), 'new')
    })
    expect({ wasPrepared, text }).toEqual({ wasPrepared: false, text: 'new' })
  })

  /** As editors save: a file of another name, moved over the old one, which takes away whatever covers that. */
  function replace(name: string, { at } = scene): void {
    writeFileSync(at('workspace/saved~'), secret)
    renameSync(at('workspace/saved~'), at(`workspace/${name}`))
  }
})
